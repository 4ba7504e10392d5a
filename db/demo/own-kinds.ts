import type { Draft } from './kinds/kind.ts';
import { masculine } from './masculine.ts';

/**
 * What tells the goods of a family apart, by the leaf they stand in: pictures follow it as `vid`, people read it under
 * a name of its own, so that a filter over several families never mixes «Бухта 50 м» with «Навесной». Families that are
 * not here hold things of several sorts: theirs is «Вид товара».
 */
const ownKinds: Record<string, [code: string, name: string]> = {
  'vata-v-rulonah': ['forma_uteplitelya', 'Форма утеплителя'],
  'vata-v-plitah': ['forma_uteplitelya', 'Форма утеплителя'],
  paroizolyaciya: ['ispolnenie_plenki', 'Исполнение плёнки'],
  vetrozashchita: ['ispolnenie_plenki', 'Исполнение плёнки'],
  uplotniteli: ['profil_uplotnitelya', 'Профиль уплотнителя'],
  gipsokarton: ['tip_gipsokartona', 'Тип гипсокартона'],
  'plity-osb': ['kromka_plity', 'Кромка плиты'],
  'profili-dlya-gipsokartona': ['tip_profilya', 'Тип профиля'],
  'profili-dlya-plitki': ['tip_profilya', 'Тип профиля'],
  kirpich: ['tip_kirpicha', 'Тип кирпича'],
  'doska-obreznaya': ['obrabotka_drevesiny', 'Обработка древесины'],
  brus: ['obrabotka_drevesiny', 'Обработка древесины'],
  vagonka: ['obrabotka_drevesiny', 'Обработка древесины'],
  'kabel-silovoy': ['fasovka_kabelya', 'Как продаётся кабель'],
  'provod-gibkiy': ['fasovka_kabelya', 'Как продаётся кабель'],
  rozetki: ['tip_rozetki', 'Тип розетки'],
  vyklyuchateli: ['tip_vyklyuchatelya', 'Тип выключателя'],
  ramki: ['postov', 'Постов в рамке'],
  shchitki: ['ustanovka_shchitka', 'Установка щитка'],
  'podvesnye-svetilniki': ['tip_svetilnika', 'Тип светильника'],
  'svetodiodnye-paneli': ['forma_paneli', 'Форма панели'],
  'nastolnye-lampy': ['kreplenie_lampy', 'Крепление лампы'],
  udliniteli: ['vyklyuchatel_i_zashchita', 'Выключатель и защита'],
  'smesiteli-dlya-kuhni': ['tip_smesitelya', 'Тип смесителя'],
  'smesiteli-dlya-rakoviny': ['tip_smesitelya', 'Тип смесителя'],
  'smesiteli-dlya-vanny': ['tip_smesitelya', 'Тип смесителя'],
  rakoviny: ['ustanovka_rakoviny', 'Установка раковины'],
  unitazy: ['tip_unitaza', 'Тип унитаза'],
  'konvektory-elektricheskie': ['upravlenie', 'Управление'],
  vodonagrevateli: ['tip_vodonagrevatelya', 'Тип водонагревателя'],
  'lopaty-sadovye': ['tip_lopaty', 'Тип лопаты'],
  grabli: ['tip_grabley', 'Тип граблей'],
  sekatory: ['tip_sekatora', 'Тип секатора'],
  'tachki-sadovye': ['kolesa_tachki', 'Колёса тачки'],
  'semena-ovoshchey': ['kultura', 'Культура'],
  'semena-cvetov': ['kultura', 'Культура'],
  'semena-zeleni': ['kultura', 'Культура'],
  mangaly: ['tip_mangala', 'Тип мангала'],
  'lopaty-dlya-snega': ['kromka_lopaty', 'Кромка лопаты'],
  skovorody: ['tip_skovorody', 'Тип сковороды'],
  'banki-steklyannye': ['kryshka_banki', 'Крышка банки'],
  'nozhi-kuhonnye': ['tip_nozha', 'Тип ножа'],
  'doski-razdelochnye': ['poverhnost_doski', 'Поверхность доски'],
  'meshki-dlya-musora': ['tolshchina_plenki', 'Толщина плёнки'],
  'dvernye-ruchki': ['osnovanie_ruchki', 'Основание ручки'],
  zamki: ['tip_zamka', 'Тип замка'],
  'petli-dvernye': ['tip_petli', 'Тип петли'],
  'litye-eli': ['hvoya', 'Хвоя'],
  'eli-iz-myagkoy-hvoi': ['hvoya', 'Хвоя'],
  'nastolnye-elochki': ['hvoya', 'Хвоя'],
  'verhushki-na-elku': ['podsvetka', 'Подсветка'],
  molotki: ['rukoyat', 'Рукоять'],
  otvertki: ['ispolnenie_otvertki', 'Исполнение отвёртки'],
  nozhovki: ['zub_nozhovki', 'Назначение и зуб'],
  'ploskogubcy-i-klyuchi': ['tip_ploskogubcev', 'Тип плоскогубцев'],
  'pravila-i-shpateli': ['stal_polotna', 'Сталь полотна'],
  urovni: ['osnashchenie_urovnya', 'Оснащение уровня'],
  ruletki: ['osnashchenie_ruletki', 'Оснащение рулетки'],
  'krugi-otreznye': ['tip_kruga', 'Тип круга'],
  bity: ['shlic', 'Шлиц'],
  'perchatki-rabochie': ['obliv', 'Облив'],
};

/** Every code once, with its name. */
export const ownKindNames: [code: string, name: string][] = [...new Map(Object.values(ownKinds))];

/** Fasteners, whose kinds differ by what they are covered with. */
const coated: ReadonlySet<string> = new Set([
  'samorezy-po-derevu',
  'samorezy-dlya-gipsokartona',
  'samorezy-krovelnye',
  'gvozdi',
  'ankery',
  'bolty-gayki-i-shayby',
]);

/**
 * What a product of this leaf says of itself, in the order in which it was said: one attribute for one question, and
 * one name for a colour.
 */
export function statedSpecs(category: string, specs: Draft['specs']): Draft['specs'] {
  return Object.fromEntries(
    Object.entries(specs).map(([code, value]) => [
      codeIn(category, code, value),
      code === 'cvet' && typeof value === 'string' ? masculine(value) : value,
    ]),
  );
}

function codeIn(category: string, code: string, value: unknown): string {
  if (code === 'vid') return ownKinds[category]?.[0] ?? code;
  if (code === 'material' && coated.has(category)) return 'pokrytie';
  return code === 'pomeshcheniya' && /внутри|снаружи/i.test(String(value)) ? 'gde_primenyat' : code;
}
