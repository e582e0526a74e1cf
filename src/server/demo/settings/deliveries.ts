import { sql } from 'kysely';
import type { SeedCtx } from '@/server/demo/context';
import { pastMoments } from '@/server/demo/random';

/** Rates: name, per cent, country. The general rate of Russia is 22 % since 2026. */
const taxes: readonly [name: string, rate: number, country: string, more?: { on_shipping?: boolean }][] = [
  ['НДС 22 %', 22, 'Россия'],
  ['НДС 10 %: продукты, книги, детские товары', 10, 'Россия', { on_shipping: false }],
  ['НДС 7 % при упрощёнке', 7, 'Россия'],
  ['НДС 5 % при упрощёнке', 5, 'Россия'],
  ['НДС 22/122, с предоплаты', 18.033, 'Россия'],
  ['НДС 10/110, с предоплаты', 9.091, 'Россия', { on_shipping: false }],
  ['НДС Беларуси', 20, 'Беларусь'],
  ['НДС Казахстана', 16, 'Казахстан'],
  ['НДС Армении', 20, 'Армения'],
  ['НДС Киргизии', 12, 'Киргизия'],
];

type Charge = [type: 'fixed' | 'percentage', amount: number] | [type: 'free_shipping', amount: null];

const shippings: readonly [name: string, ...charge: Charge, isGlobal?: boolean][] = [
  ['Курьер по Москве', 'fixed', 390, false],
  ['Курьер по Санкт-Петербургу', 'fixed', 350, false],
  ['Пункт выдачи', 'fixed', 190],
  ['Постамат', 'fixed', 150],
  ['Почта России', 'fixed', 320],
  ['Доставка хрупкого со страховкой', 'percentage', 4.5],
  ['Самовывоз из магазина', 'free_shipping', null, false],
  ['Бесплатно от 3 000 ₽', 'free_shipping', null],
];

interface DemoClass {
  name: string;
  charge: Charge;
  /** Kilograms, then centimetres. */
  limits: [weight: number | null, length: number | null, width: number | null, height: number | null];
  /** Names of boxes. */
  boxes: readonly string[];
  isActive?: boolean;
}

const classes: readonly DemoClass[] = [
  {
    name: 'Письмо с вложением',
    charge: ['fixed', 120],
    limits: [0.5, 26, 17, 8],
    boxes: ['СДЭК, коробка XS', 'Почта России, короб S'],
  },
  {
    name: 'Посылка до 2 кг',
    charge: ['fixed', 250],
    limits: [2, 33, 25, 15],
    boxes: ['Почта России, короб S', 'Почта России, короб M', 'СДЭК, коробка S', 'СДЭК, коробка M'],
  },
  {
    name: 'Посылка до 10 кг',
    charge: ['fixed', 420],
    limits: [10, 40, 33, 26],
    boxes: ['Почта России, короб M', 'Почта России, короб L', 'СДЭК, коробка L'],
  },
  {
    name: 'Крупная посылка до 20 кг',
    charge: ['fixed', 790],
    limits: [20, 53, 36, 22],
    boxes: ['Почта России, короб XL'],
  },
  {
    name: 'Постамат',
    charge: ['fixed', 150],
    limits: [15, 36, 32, 17],
    boxes: ['Постамат, ячейка S', 'Постамат, ячейка M'],
  },
  {
    name: 'Хрупкое: ёлочные игрушки и керамика',
    charge: ['percentage', 4.5],
    limits: [5, 33, 25, 15],
    boxes: ['Подарочная, с окошком', 'СДЭК, коробка M'],
  },
  {
    name: 'Мёд и варенье в термокоробе',
    charge: ['fixed', 540],
    limits: [8, 30, 22, 24],
    boxes: ['Термокороб для мёда и варенья'],
  },
  {
    name: 'Самовывоз',
    charge: ['free_shipping', null],
    limits: [null, null, null, null],
    boxes: [],
  },
  {
    name: 'Плакаты и карты в тубусе',
    charge: ['fixed', 310],
    limits: [2, 65, 10, 10],
    boxes: ['Тубус для постеров'],
    isActive: false,
  },
];

export async function seedTaxes({ db, now, random }: SeedCtx): Promise<void> {
  const rows = taxes.map(([name, rate, country, { on_shipping = true } = {}], index) => ({
    ...pastMoments(random, now),
    name,
    rate,
    country,
    on_shipping,
    is_global: country === 'Россия',
    priority: index + 1,
  }));
  const made = await db.insertInto('taxes').values(rows).returning(['id', 'name']).execute();
  await nameInSettings(db, 'taxClass', made, 'НДС 22 %');
}

export async function seedShippings({ db, now, random }: SeedCtx): Promise<void> {
  const rows = shippings.map(([name, type, amount, is_global = true]) => ({
    ...pastMoments(random, now),
    name,
    type,
    amount,
    is_global,
  }));
  const made = await db.insertInto('shippings').values(rows).returning(['id', 'name']).execute();
  await nameInSettings(db, 'shippingClass', made, 'Почта России');
}

/** What checkout goes by. After the settings. */
async function nameInSettings(
  db: SeedCtx['db'],
  key: 'taxClass' | 'shippingClass',
  rows: readonly { id: number; name: string }[],
  name: string,
): Promise<void> {
  const found = rows.find((row) => row.name === name);
  if (!found) throw new Error(`The demo has no "${name}"`);
  await sql`update settings set options = options || jsonb_build_object(${key}::text, ${found.id}::bigint)`.execute(
    db,
  );
}

/** After the boxes, which the classes pack in. */
export async function seedDeliveryClasses({ db, now, random }: SeedCtx): Promise<void> {
  const rows = classes.map(({ name, charge: [type, amount], limits, isActive: is_active = true }) => {
    const [max_weight, max_length, max_width, max_height] = limits;
    const sizes = { max_weight, max_length, max_width, max_height };
    return { ...pastMoments(random, now), name, type, amount, ...sizes, is_active };
  });
  const made = await db.insertInto('delivery_classes').values(rows).returning(['id', 'name']).execute();
  const known = await db.selectFrom('boxes').select(['id', 'name']).execute();
  const idIn = (list: readonly { id: number; name: string }[], name: string) => {
    const found = list.find((one) => one.name === name);
    if (!found) throw new Error(`The demo has no "${name}"`);
    return found.id;
  };
  const links = classes.flatMap(({ name, boxes }) =>
    boxes.map((box) => ({ delivery_class_id: idIn(made, name), box_id: idIn(known, box) })),
  );
  await db.insertInto('delivery_class_boxes').values(links).execute();
}
