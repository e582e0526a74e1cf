import { sql } from 'kysely';
import type { SeedCtx } from '@/server/demo/context';
import { pastMoments } from '@/server/demo/random';
import { typed } from '@/server/demo/typed';
import classesData from './delivery-classes.json';
import shippingsData from './shippings.json';
import taxesData from './taxes.json';

/** Rates: name, per cent, country. The standard rate in Russia is 22 % since 2026. */
const taxes =
  typed<readonly [name: string, rate: number, country: string, more?: { on_shipping?: boolean }][]>(
    taxesData,
  );

type Charge = [type: 'fixed' | 'percentage', amount: number] | [type: 'free_shipping', amount: null];

const shippings = typed<readonly [name: string, ...charge: Charge, isGlobal?: boolean][]>(shippingsData);

interface DemoClass {
  name: string;
  charge: Charge;
  /** Kilograms, then centimetres. */
  limits: [weight: number | null, length: number | null, width: number | null, height: number | null];
  /** Names of boxes. */
  boxes: readonly string[];
  isActive?: boolean;
}

const classes = typed<readonly DemoClass[]>(classesData);

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

/** Taxes and shippings of the checkout. Run after the settings. */
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

/** Run after the boxes, which the classes use. */
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
