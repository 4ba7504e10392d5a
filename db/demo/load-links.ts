import { sql } from 'kysely';
import type { Db } from '#platform/database.ts';

/** What the job needs besides the thing itself: leaf or group → leaves, the nearest first. */
const forJob: Record<string, string[]> = {
  shtukaturki: [
    'gruntovki-glubokogo-proniknoveniya',
    'mayaki-shtukaturnye',
    'perchatki-rabochie',
    'pravila-i-shpateli',
    'urovni',
    'finishnye-shpatlevki',
  ],
  shpatlevki: ['gruntovki-glubokogo-proniknoveniya', 'pravila-i-shpateli', 'matovye-kraski', 'perchatki-rabochie'],
  'klei-stroitelnye': ['gruntovki-glubokogo-proniknoveniya', 'pravila-i-shpateli', 'perchatki-rabochie', 'urovni'],
  'cement-i-kladochnye-smesi': ['kirpich', 'perchatki-rabochie', 'urovni', 'tachki-sadovye'],
  'rovniteli-dlya-pola': [
    'gruntovki-glubokogo-proniknoveniya',
    'mayaki-shtukaturnye',
    'podlozhka-pod-laminat',
    'perchatki-rabochie',
  ],
  zatirki: ['silikonovye-germetiki', 'salfetki-i-gubki', 'perchatki-rabochie'],
  gruntovki: ['valiki', 'kisti', 'perchatki-rabochie'],
  gidroizolyaciya: ['kisti', 'kley-dlya-plitki', 'silikonovye-germetiki'],
  'kraski-dlya-sten-i-potolkov': [
    'valiki',
    'kisti',
    'malyarnye-lenty',
    'finishnye-shpatlevki',
    'lestnicy-i-stremyanki',
  ],
  'kraski-fasadnye': ['valiki', 'gruntovki-glubokogo-proniknoveniya', 'lestnicy-i-stremyanki'],
  emali: ['kisti', 'malyarnye-lenty', 'perchatki-rabochie'],
  laki: ['kisti', 'valiki', 'malyarnye-lenty'],
  'zashchita-dereva': ['kisti', 'perchatki-rabochie', 'doska-obreznaya'],
  'plitka-nastennaya': [
    'kley-dlya-plitki',
    'cementnye-zatirki',
    'krestiki-i-klinya',
    'profili-dlya-plitki',
    'gruntovki-glubokogo-proniknoveniya',
  ],
  keramogranit: ['kley-dlya-plitki', 'cementnye-zatirki', 'krestiki-i-klinya', 'krugi-otreznye'],
  mozaika: ['kley-dlya-plitki', 'epoksidnye-zatirki', 'silikonovye-germetiki'],
  laminat: ['podlozhka-pod-laminat', 'plintus-napolnyy', 'porogi', 'lobziki'],
  kvarcvinil: ['nalivnye-poly', 'plintus-napolnyy', 'porogi'],
  linoleum: ['plintus-napolnyy', 'porogi'],
  'mineralnaya-vata': ['paroizolyaciya', 'vetrozashchita', 'perchatki-rabochie', 'doska-obreznaya'],
  gipsokarton: ['profili-dlya-gipsokartona', 'samorezy-dlya-gipsokartona', 'shpatlevki-dlya-shvov'],
  'kirpich-i-bloki': ['kladochnye-smesi', 'kley-dlya-gazobetona', 'urovni'],
  pilomaterialy: ['antiseptiki', 'samorezy-po-derevu', 'nozhovki', 'perforirovannyy-krepezh'],
  elektroinstrument: ['sverla-i-bury', 'krugi-otreznye', 'bity', 'ochki-i-kaski'],
  samorezy: ['bity', 'dreli-i-shurupoverty'],
  dyubeli: ['sverla-i-bury', 'perforatory'],
  'kabel-i-provod': ['rozetki', 'avtomaticheskie-vyklyuchateli', 'ploskogubcy-i-klyuchi'],
  'rozetki-i-vyklyuchateli': ['ramki', 'kabel-silovoy', 'otvertki'],
  'podvesnye-svetilniki': ['svetodiodnye-lampy', 'filamentnye-lampy'],
  smesiteli: ['silikonovye-germetiki', 'ploskogubcy-i-klyuchi'],
  sanfayans: ['silikonovye-germetiki', 'smesiteli-dlya-rakoviny'],
  'truby-i-fitingi': ['fitingi-polipropilenovye', 'truby-polipropilenovye'],
  'mezhkomnatnye-dveri': ['dvernye-ruchki', 'petli-dvernye', 'zamki', 'montazhnaya-pena'],
  'vhodnye-dveri': ['zamki', 'montazhnaya-pena', 'uplotniteli'],
  oboi: ['kley-dlya-oboev', 'valiki', 'potolochnyy-plintus'],
  'iskusstvennye-eli': [
    'elochnye-shary',
    'girlyandy-dlya-doma',
    'verhushki-na-elku',
    'nabory-elochnyh-igrushek',
    'snezhinki-i-podveski',
    'venki-i-mishura',
  ],
  'lopaty-dlya-snega': ['protivogololednye-sredstva', 'perchatki-rabochie'],
  mangaly: ['ugol-i-rozzhig'],
  semena: ['grunty', 'udobreniya', 'leyki'],
};

/**
 * «С этим понадобится» by category, analogues by price within a leaf and a kind of goods, successors of what is
 * discontinued: of the same leaf and colour, or none. All in SQL: nothing is kept in memory.
 */
export async function loadLinks(db: Db) {
  const pairs = Object.entries(forJob).flatMap(([from, leaves]) =>
    leaves.map((to, position) => ({ from, to, position })),
  );
  await sql`
    with recursive below as (
      select id, id as top from categories
      union all
      select c.id, b.top from categories c join below b on c.parent_id = b.id
    ), wanted as (
      select b.id as category_id, t.id as target_id, p.position
      from unnest(${pairs.map((pair) => pair.from)}::text[], ${pairs.map((pair) => pair.to)}::text[], ${pairs.map((pair) => pair.position)}::int[])
        as p (from_code, to_code, position)
      join categories f on f.code = p.from_code join below b on b.top = f.id join categories t on t.code = p.to_code
    ), best as (
      select pc.category_id, p.id, row_number() over (
        partition by pc.category_id order by coalesce(s.on_hand, 0) >= p.min_count desc, p.popularity desc, p.id
      ) as place,
        count(*) filter (where coalesce(s.on_hand, 0) >= p.min_count) over (partition by pc.category_id) as here
      from product_categories pc join products p on p.id = pc.product_id
      left join stock s on s.store = 'store12' and s.product_id = p.id
      where pc.is_main and p.switched_off_at is null
    )
    insert into product_links (product_id, linked_product_id, kind, position)
    select pc.product_id, b.id, 'for_job', w.position
    from wanted w
    join product_categories pc on pc.category_id = w.category_id and pc.is_main
    -- The three best of the leaf in turn, so that not every bag leads to the same gloves; fewer where fewer are there.
    join best b on b.category_id = w.target_id and b.place = pc.product_id % least(3, greatest(1, b.here)) + 1
    where b.id <> pc.product_id
    on conflict do nothing`.execute(db);
  await sql`
    with ranked as (
      select p.id, p.model_id, p.variant_label, p.specs ->> 'vid' as kind, pc.category_id, p.switched_off_at,
        row_number() over (partition by pc.category_id, p.variant_label, p.specs ->> 'vid' order by r.price, p.id) as place
      from products p
      join product_categories pc on pc.product_id = p.id and pc.is_main
      join prices r on r.product_id = p.id and r.price_column = 'vologda' and r.price is not null
    )
    insert into product_links (product_id, linked_product_id, kind, position)
    select a.id, b.id, 'analogue', abs(b.place - a.place)
    from ranked a
    join ranked b on b.category_id = a.category_id and b.variant_label is not distinct from a.variant_label
      and b.kind is not distinct from a.kind and b.model_id <> a.model_id and abs(b.place - a.place) <= 3 and b.switched_off_at is null
    on conflict do nothing`.execute(db);
  await sql`
    update products p set successor_id = (
      select a.id from product_categories own
      join product_categories pc on pc.category_id = own.category_id and pc.is_main
      join products a on a.id = pc.product_id and a.switched_off_at is null and a.model_id <> p.model_id
      where own.product_id = p.id and own.is_main and a.specs -> 'cvet' is not distinct from p.specs -> 'cvet'
      order by (select count(*) from jsonb_each(p.specs) said where a.specs -> said.key = said.value) desc,
        a.variant_label is not distinct from p.variant_label desc, a.popularity desc, a.id limit 1
    ) where p.switched_off_at is not null`.execute(db);
}
