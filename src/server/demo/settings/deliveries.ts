import { sql } from 'kysely';
import type { SeedCtx } from '@/server/demo/context';
import { pastMoments } from '@/server/demo/random';
import { typed } from '@/server/demo/typed';
import classesData from './delivery-classes.json';

type Charge = [type: 'fixed' | 'percentage', amount: number] | [type: 'free_shipping', amount: null];

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

/** The tax and the shipping of the checkout. Run after the settings. */
export async function nameInSettings({ db }: SeedCtx): Promise<void> {
  await sql`
    update settings set options = options || jsonb_build_object(
      'taxClass', (select id from taxes where name = 'НДС 22 %'),
      'shippingClass', (select id from shippings where name = 'Почта России'))`.execute(db);
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
