import { commands as apiKeyCommands } from './api-keys.ts';
import { commands as backupCommands } from './backup.ts';
import { commands as cardsCommands } from './cards.ts';
import { commands as codesCommands } from './codes.ts';
import type { Command } from './command.ts';
import { commands as companiesCommands } from './companies.ts';
import { commands as configCommands } from './config.ts';
import { commands as deliveryCommands } from './delivery.ts';
import { commands as demoCommands } from './demo.ts';
import { commands as departmentsCommands } from './departments.ts';
import { commands as filesCommands } from './files.ts';
import { commands as formsCommands } from './forms.ts';
import { commands as fortuneCommands } from './fortune.ts';
import { commands as goodsFileCommands } from './goods-file.ts';
import { commands as importCommercemlCommands } from './import-commerceml.ts';
import { commands as landingsCommands } from './landings.ts';
import { commands as leadsCommands } from './leads.ts';
import { commands as mailsCommands } from './mails.ts';
import { commands as maintenanceCommands } from './maintenance.ts';
import { commands as mediaCommands } from './media.ts';
import { commands as migrateCommands } from './migrate.ts';
import { commands as onecCommands } from './onec.ts';
import { commands as onecDecisionCommands } from './onec-decisions.ts';
import { commands as onecExchangeCommands } from './onec-exchange.ts';
import { commands as onecMapCommands } from './onec-map.ts';
import { commands as onecOrderCommands } from './onec-orders.ts';
import { commands as onecRekeyCommands } from './onec-rekey.ts';
import { commands as ordersCommands } from './orders.ts';
import { commands as outgoingCommands } from './outgoing.ts';
import { commands as ownedCommands } from './owned.ts';
import { commands as paymentsCommands } from './payments.ts';
import { commands as reindexCommands } from './reindex.ts';
import { commands as requisitesCommands } from './requisites.ts';
import { commands as reviewsCommands } from './reviews.ts';
import { commands as settingsCommands } from './settings.ts';
import { commands as staffCommands } from './staff.ts';
import { commands as synonymsCommands } from './synonyms.ts';
import { commands as ticketsCommands } from './tickets.ts';
import { commands as unitsCommands } from './units.ts';
import { commands as webhooksCommands } from './webhooks.ts';

/** All commands of `npm run shop -- …`, in the order of its help. */
export const commands: Command[] = [
  ...migrateCommands,
  ...configCommands,
  ...backupCommands,
  ...demoCommands,
  ...formsCommands,
  ...importCommercemlCommands,
  ...ordersCommands,
  ...paymentsCommands,
  ...ticketsCommands,
  ...leadsCommands,
  ...mailsCommands,
  ...outgoingCommands,
  ...filesCommands,
  ...mediaCommands,
  ...reviewsCommands,
  ...cardsCommands,
  ...codesCommands,
  ...staffCommands,
  ...companiesCommands,
  ...requisitesCommands,
  ...settingsCommands,
  ...unitsCommands,
  ...deliveryCommands,
  ...departmentsCommands,
  ...landingsCommands,
  ...fortuneCommands,
  ...synonymsCommands,
  ...maintenanceCommands,
  ...reindexCommands,
  ...onecCommands,
  ...onecExchangeCommands,
  ...onecMapCommands,
  ...onecRekeyCommands,
  ...onecDecisionCommands,
  ...ownedCommands,
  ...onecOrderCommands,
  ...apiKeyCommands,
  ...webhooksCommands,
  ...goodsFileCommands,
];
