import { readFile } from 'node:fs/promises';
import { z } from 'zod';
import { closeCampaign, createCampaign, publishCampaign } from '#modules/fortune/change-campaign.ts';
import { commitOf, drawPrize, serverSeedOf } from '#modules/fortune/draw.ts';
import { campaignZone } from '#modules/fortune/periods.ts';
import { listCampaigns, listSpins, readCampaign, readRevealedSeed } from '#modules/fortune/queries.ts';
import { CampaignInput } from '#modules/fortune/schema.ts';
import { formatDateTime } from '#shared/dates.ts';
import { ensure } from '#shared/ensure.ts';
import { readClientSeed } from '#shared/fair-draw.ts';
import { formatPrice } from '#shared/money.ts';
import { type Command, CommandFailure, givenPath, json, refusing } from './command.ts';

const code = { name: 'КОД', summary: 'код розыгрыша, например zima-2026' };
const gone = 'Такого розыгрыша нет, или это с ним уже сделано';
const page = 1_000;

/** The wheel from the command line. */
export const commands: Command[] = [
  {
    name: 'fortune list',
    summary: 'розыгрыши колеса: даты, фонд, выдано, вращений',
    options: { json },
    async run({ db, args: { values }, out }) {
      const campaigns = await listCampaigns(db);
      if (values.json) return out.json(campaigns);
      if (campaigns.length === 0) return out.line('Розыгрышей нет.');
      for (const one of campaigns)
        out.line(
          [
            one.code,
            one.title,
            `${formatDateTime(one.starts_at, campaignZone)} – ${formatDateTime(one.ends_at, campaignZone)}`,
            one.closed_at ? 'закрыт досрочно' : one.published_at ? 'опубликован' : 'черновик',
            `выдано ${formatPrice(one.spent_kopecks)} из ${formatPrice(one.budget_kopecks)}`,
            `вращений ${one.spins}`,
          ].join('  '),
        );
    },
  },
  {
    name: 'fortune create',
    changes: 'wheels',
    summary: 'создать розыгрыш из файла JSON; пока не опубликован, его никто не видит',
    parameters: [
      {
        name: 'ФАЙЛ',
        summary: 'JSON: code, title, organiser, rules_html, starts_at, ends_at, period, budget_kopecks, prizes',
      },
    ],
    async run({ db, keys, args: { positionals }, out }) {
      const text = await readFile(givenPath(ensure(positionals[0])), 'utf8').catch(() => {
        throw new CommandFailure(`Не открывается файл ${positionals[0]}`);
      });
      const made = await db.transaction().execute((db) => createCampaign(db, keys, readCampaignFile(text)));
      out.line(`Розыгрыш ${made.code} создан. Отпечаток секрета: ${made.seed_commit}`);
    },
  },
  {
    name: 'fortune publish',
    changes: 'wheels',
    summary: 'опубликовать розыгрыш до его начала: шансы, фонд и правила больше не меняются',
    parameters: [code],
    async run({ db, args: { positionals }, out }) {
      await refusing(() => db.transaction().execute((db) => publishCampaign(db, ensure(positionals[0]))), gone);
      out.line(`Розыгрыш ${positionals[0]} опубликован.`);
    },
  },
  {
    name: 'fortune close',
    changes: 'wheels',
    summary: 'закончить розыгрыш раньше срока; выданные купоны действуют',
    parameters: [code],
    async run({ db, args: { positionals }, out }) {
      await refusing(() => db.transaction().execute((db) => closeCampaign(db, ensure(positionals[0]))), gone);
      out.line(`Розыгрыш ${positionals[0]} закрыт.`);
    },
  },
  {
    name: 'fortune verify',
    summary: 'пересчитать вращения розыгрыша: секрет, бросок и приз; после конца — и секрет розыгрыша',
    parameters: [code],
    options: {
      ticket: { type: 'string', value: 'БИЛЕТ', summary: 'пересчитать одно вращение по данным участника' },
      'server-seed': { type: 'string', value: 'СЕКРЕТ', summary: 'секрет билета' },
      'client-seed': { type: 'string', value: 'СЛОВО', summary: 'слово участника' },
      commit: { type: 'string', value: 'ОТПЕЧАТОК', summary: 'что было показано до вращения' },
    },
    async run({ db, keys, args: { positionals, values }, out }) {
      const campaign = await readCampaign(db, new Date(), ensure(positionals[0]));
      if (!campaign) throw new CommandFailure(`Нет опубликованного розыгрыша ${positionals[0]}`);
      const weights = campaign.prizes.map((prize) => prize.weight);
      const { ticket, 'server-seed': server_seed, 'client-seed': typed, commit } = values;
      if (ticket !== undefined || server_seed !== undefined) {
        const client_seed = readClientSeed(String(typed ?? ''));
        if (typeof ticket !== 'string' || typeof server_seed !== 'string' || client_seed === null)
          throw new CommandFailure('Нужны --ticket, --server-seed и --client-seed');
        const { roll, index } = drawPrize({ campaign: campaign.code, ticket, server_seed, client_seed }, weights);
        out.line(`Отпечаток ${commitOf(server_seed)}, бросок ${roll}, приз ${ensure(campaign.prizes[index]).name}`);
        if (commit === undefined || commit === commitOf(server_seed)) return 0;
        out.line('Отпечаток не совпал: это не тот секрет, что был обещан.');
        return 1;
      }
      const seed = await readRevealedSeed(db, keys, campaign, new Date());
      let [checked, wrong] = [0, 0];
      for (let offset = 0; ; offset += page) {
        const spins = await listSpins(db, campaign.id, page, offset);
        for (const spin of spins) {
          const drawn = drawPrize({ campaign: campaign.code, ...spin }, weights);
          const isSame = drawn.roll === spin.roll && ensure(campaign.prizes[drawn.index]).id === spin.drawn_prize_id;
          const isOwn = seed === null || serverSeedOf(seed, campaign.code, spin.ticket) === spin.server_seed;
          checked++;
          if (isSame && isOwn) continue;
          wrong++;
          out.line(`Вращение ${spin.number} не сходится`);
        }
        if (spins.length < page) break;
      }
      if (seed !== null && commitOf(seed) !== campaign.seed_commit) {
        wrong++;
        out.line('Секрет розыгрыша не тот, чей отпечаток опубликован');
      }
      out.line(
        `Вращений ${checked}, не сходится ${wrong}. ${seed === null ? 'Секрет розыгрыша откроется после его конца.' : `Секрет розыгрыша: ${seed}`}`,
      );
      return wrong > 0 ? 1 : 0;
    },
  },
];

function readCampaignFile(text: string): CampaignInput {
  const dates = z.looseObject({ starts_at: z.coerce.date(), ends_at: z.coerce.date() });
  try {
    return CampaignInput.parse(dates.parse(JSON.parse(text)));
  } catch (error) {
    if (error instanceof z.ZodError) throw new CommandFailure(z.prettifyError(error));
    throw new CommandFailure('В файле не JSON');
  }
}
