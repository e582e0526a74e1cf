import { permissionsOfRole } from '@/contract/core/permissions';
import type { Ctx } from '@/server/core/context';
import { idOf, type SeedCtx } from '@/server/demo/context';
import { pastMoments } from '@/server/demo/random';
import { postEntry } from '@/server/modules/ledger/ledger';

/** Customers beyond those of `shops.ts`: name, e-mail before the @, city, street. */
const customers: readonly [name: string, email: string, city: string, street: string][] = [
  ['Алексей Воронцов', 'a.voroncov', 'Москва', 'ул. Арбат, 24, кв. 8'],
  ['Алина Сафина', 'a.safina', 'Казань', 'ул. Баумана, 38, кв. 14'],
  ['Андрей Кузьмин', 'a.kuzmin', 'Тула', 'пр. Ленина, 57, кв. 31'],
  ['Валентина Громова', 'v.gromova', 'Вологда', 'ул. Чехова, 12'],
  ['Виктор Зайцев', 'v.zaicev', 'Самара', 'ул. Куйбышева, 101, кв. 5'],
  ['Виктория Лисина', 'v.lisina', 'Санкт-Петербург', 'Невский пр., 88, кв. 40'],
  ['Галина Ершова', 'g.ershova', 'Кострома', 'ул. Симановского, 9, кв. 2'],
  ['Григорий Панин', 'g.panin', 'Пермь', 'Комсомольский пр., 34, кв. 76'],
  ['Дарья Фомина', 'd.fomina', 'Москва', 'Ленинградский пр., 15, кв. 112'],
  ['Денис Рожков', 'd.rozhkov', 'Ярославль', 'ул. Свободы, 41, кв. 19'],
  ['Евгения Титова', 'e.titova', 'Екатеринбург', 'ул. Малышева, 73, кв. 28'],
  ['Елизавета Быкова', 'e.bykova', 'Нижний Новгород', 'ул. Рождественская, 20, кв. 7'],
  ['Жанна Мельник', 'zh.melnik', 'Ростов-на-Дону', 'ул. Пушкинская, 150, кв. 33'],
  ['Захар Антонов', 'z.antonov', 'Челябинск', 'ул. Кирова, 86, кв. 54'],
  ['Зинаида Крылова', 'z.krylova', 'Псков', 'ул. Советская, 3'],
  ['Илья Носов', 'i.nosov', 'Новосибирск', 'Красный пр., 59, кв. 90'],
  ['Инна Белкина', 'i.belkina', 'Москва', 'ул. Новослободская, 31, кв. 64'],
  ['Кирилл Осипов', 'k.osipov', 'Санкт-Петербург', 'Литейный пр., 17, кв. 22'],
  ['Ксения Рябова', 'k.ryabova', 'Калининград', 'ул. Черняховского, 6, кв. 11'],
  ['Лариса Горшкова', 'l.gorshkova', 'Воронеж', 'ул. Плехановская, 48, кв. 3'],
  ['Леонид Сухов', 'l.suhov', 'Архангельск', 'пр. Троицкий, 64, кв. 15'],
  ['Людмила Пахомова', 'l.pahomova', 'Тверь', 'ул. Трёхсвятская, 22, кв. 9'],
  ['Марат Хасанов', 'm.hasanov', 'Уфа', 'ул. Ленина, 70, кв. 41'],
  ['Надежда Широкова', 'n.shirokova', 'Саратов', 'пр. Столыпина, 29, кв. 17'],
  ['Никита Дроздов', 'n.drozdov', 'Красноярск', 'пр. Мира, 94, кв. 60'],
  ['Олег Самсонов', 'o.samsonov', 'Краснодар', 'ул. Красная, 113, кв. 25'],
  ['Полина Жданова', 'p.zhdanova', 'Москва', 'ул. Профсоюзная, 76, кв. 201'],
  ['Роман Чижов', 'r.chizhov', 'Тюмень', 'ул. Республики, 52, кв. 38'],
  ['Светлана Юдина', 's.yudina', 'Смоленск', 'ул. Николаева, 14, кв. 6'],
  ['Степан Агапов', 's.agapov', 'Иркутск', 'ул. Карла Маркса, 27, кв. 13'],
  ['Таисия Ёлшина', 't.yolshina', 'Киров', 'ул. Ленина, 82, кв. 44'],
  ['Фёдор Ильин', 'f.ilin', 'Великий Новгород', 'ул. Прусская, 10, кв. 1'],
  ['Эльвира Нуриева', 'e.nurieva', 'Казань', 'ул. Пушкина, 5, кв. 29'],
  ['Юрий Комаров', 'y.komarov', 'Рязань', 'ул. Почтовая, 61, кв. 18'],
];

/** The first letters of a postcode and the region of each city. */
const regions: Record<string, [zip: string, region: string]> = {
  Москва: ['101000', 'Москва'],
  Казань: ['420111', 'Республика Татарстан'],
  Тула: ['300012', 'Тульская область'],
  Вологда: ['160000', 'Вологодская область'],
  Самара: ['443099', 'Самарская область'],
  'Санкт-Петербург': ['191025', 'Санкт-Петербург'],
  Кострома: ['156000', 'Костромская область'],
  Пермь: ['614000', 'Пермский край'],
  Ярославль: ['150000', 'Ярославская область'],
  Екатеринбург: ['620014', 'Свердловская область'],
  'Нижний Новгород': ['603001', 'Нижегородская область'],
  'Ростов-на-Дону': ['344011', 'Ростовская область'],
  Челябинск: ['454091', 'Челябинская область'],
  Псков: ['180000', 'Псковская область'],
  Новосибирск: ['630091', 'Новосибирская область'],
  Калининград: ['236022', 'Калининградская область'],
  Воронеж: ['394018', 'Воронежская область'],
  Архангельск: ['163000', 'Архангельская область'],
  Тверь: ['170100', 'Тверская область'],
  Уфа: ['450008', 'Республика Башкортостан'],
  Саратов: ['410012', 'Саратовская область'],
  Красноярск: ['660049', 'Красноярский край'],
  Краснодар: ['350000', 'Краснодарский край'],
  Тюмень: ['625000', 'Тюменская область'],
  Смоленск: ['214000', 'Смоленская область'],
  Иркутск: ['664003', 'Иркутская область'],
  Киров: ['610000', 'Кировская область'],
  'Великий Новгород': ['173007', 'Новгородская область'],
  Рязань: ['390000', 'Рязанская область'],
};

/** Banned, and who has signed up as a vendor and waits: each shows a state of its own. */
const banned = { name: 'Виктор Зайцев', reason: 'Спам в отзывах: одинаковые тексты под чужими товарами' };
const waiting = { name: 'Руслан Шарипов', email: 'r.sharipov@demo.ru', contact: '+7 (917) 404-28-63' };

/** Customers with addresses and wallets, one of them banned, and a vendor who waits to be let in. */
export async function seedCustomers(ctx: SeedCtx): Promise<void> {
  const { db, now, random } = ctx;
  const { password_hash } = await db
    .selectFrom('users')
    .select('password_hash')
    .where('id', '=', idOf(ctx.people, 'customer'))
    .executeTakeFirstOrThrow();
  const shared = { password_hash };
  await db
    .insertInto('users')
    .values({
      ...shared,
      ...pastMoments(random, now),
      name: waiting.name,
      email: waiting.email,
      contact: waiting.contact,
      permissions: [...permissionsOfRole.store_owner],
      is_active: false,
    })
    .execute();
  const rows = await db
    .insertInto('users')
    .values(
      customers.map(([name, email]) => {
        const moments = pastMoments(random, now);
        const isBanned = name === banned.name;
        return {
          ...shared,
          ...moments,
          name,
          email: `${email}@demo.ru`,
          contact: `+7 (9${random.whole(10, 89)}) ${random.whole(200, 999)}-${random.whole(10, 99)}-${random.whole(10, 99)}`,
          permissions: [...permissionsOfRole.customer],
          is_active: !isBanned,
          ban_reason: isBanned ? banned.reason : null,
          email_verified_at: random.next() < 0.8 ? moments.created_at : null,
        };
      }),
    )
    .returning(['id', 'name', 'created_at'])
    .execute();
  await seedAddresses(ctx, rows);
  await seedPoints(ctx, rows);
}

interface Seeded {
  id: number;
  name: string;
  created_at: Date;
}

async function seedAddresses({ db, random }: SeedCtx, people: readonly Seeded[]): Promise<void> {
  const rows = customers.flatMap(([name, , city, street]) => {
    const person = people.find((one) => one.name === name);
    const [zip, state] = regions[city] ?? [];
    if (!person || !zip || !state) throw new Error(`The demo lacks the address of ${name}`);
    const address = JSON.stringify({ country: 'Россия', state, city, zip, street_address: street });
    const shared = { user_id: person.id, address, created_at: person.created_at, is_default: true };
    return [
      { ...shared, title: 'Дом', type: 'shipping' },
      ...(random.next() < 0.4 ? [{ ...shared, title: 'Для счетов', type: 'billing' }] : []),
    ];
  });
  await db.insertInto('addresses').values(rows).execute();
}

/** Every other one signed up while that gave points; some got more from an administrator. */
async function seedPoints(
  { db, random, now, people }: SeedCtx,
  customersOf: readonly Seeded[],
): Promise<void> {
  const admin = idOf(people, 'admin');
  for (const [index, { id, created_at: at }] of customersOf.entries()) {
    if (index % 2 === 0) continue;
    await give(db, at, null, { userId: id, points: 100, kind: 'sign-up' });
    if (index % 5 !== 0) continue;
    const later = new Date(at.getTime() + (now.getTime() - at.getTime()) / 2);
    await give(db, later, admin, { userId: id, points: random.whole(1, 9) * 50, kind: 'points' });
  }
}

async function give(
  db: SeedCtx['db'],
  at: Date,
  by: number | null,
  { userId, points, kind }: { userId: number; points: number; kind: 'sign-up' | 'points' },
): Promise<void> {
  const user = by === null ? null : { ...nobody, id: by };
  // No letters are sent: the links would begin with nothing.
  const ctx: Ctx = { db, now: at, user, locale: 'ru', ip: '127.0.0.1', requestId: 'seed', publicUrl: '' };
  const amount = points * 100;
  await postEntry(ctx, {
    kind,
    lines: [
      { account: { kind: 'wallet', userId }, amount },
      { account: { kind: 'points' }, amount: -amount },
    ],
  });
}

const nobody = {
  name: '',
  email: '',
  permissions: [],
  ownedShopIds: [],
  managedShopId: null,
  sessionId: 0,
};
