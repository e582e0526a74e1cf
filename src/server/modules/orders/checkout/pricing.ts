import { sql } from 'kysely';
import { chargeTypes } from '@/contract/core/charge';
import type { Attachment } from '@/contract/core/define';
import { toMinor } from '@/contract/core/money';
import type { ParcelLine } from '@/contract/orders/charges';
import type { CartLineInput } from '@/contract/orders/schema';
import type { VerifiedCheckout } from '@/contract/orders/wire';
import { effectivePrice } from '@/contract/promotions/flash-sale/price';
import type { Ctx } from '@/server/core/context';
import { aroundProducts } from '@/server/modules/catalogue/products/product-deals';
import type { SoldLine } from './insert-order';

/** A line of a cart as the server itself reads it. */
export interface CheckedLine {
  asked: CartLineInput;
  /** What would be sold; null: there is no such thing. Money in kopecks. */
  sold: (SoldLine & Pick<ParcelLine, 'weight' | 'deliveryClass'>) | null;
  /** Pieces that can be had. */
  left: number;
  problem: VerifiedCheckout['lines'][number]['problem'];
}

/** A line that can be had, be it at another price than the buyer was shown. */
export type GoodLine = CheckedLine & { sold: NonNullable<CheckedLine['sold']> };

export const isGood = (line: CheckedLine): line is GoodLine =>
  line.sold !== null && (line.problem === null || line.problem === 'price');

/**
 * Reads the lines of a cart from the catalogue, at the prices of now (reference rules §3.7, R-094). Lines for one thing
 * share what there is, the first first. `isTaken`: their pieces have been taken out of stock already, in this transaction,
 * and only the prices are looked at.
 */
export async function readCart(
  ctx: Ctx,
  asked: readonly CartLineInput[],
  isTaken = false,
): Promise<CheckedLine[]> {
  const things = await findThings(ctx, asked);
  const around = await aroundProducts(ctx, [...new Set(asked.map((line) => line.product_id))]);
  const used = new Map<string, number>();
  return asked.map((line): CheckedLine => {
    const key = keyOf(line.product_id, line.variation_option_id);
    const thing = things.get(key);
    const sales = around.get(line.product_id)?.sales ?? [];
    const price = thing && effectivePrice(thing.price, thing.sale_price, sales, ctx.now);
    if (!thing || price === null || price === undefined) {
      return { asked: line, sold: null, left: 0, problem: 'gone' };
    }
    const before = used.get(key) ?? 0;
    const stock = thing.quantity + (isTaken ? piecesOf(asked, key) : 0);
    const left = Math.max(0, stock - before);
    const sold = { ...soldOf(thing), quantity: line.order_quantity, unitPrice: toMinor(price) };
    const problem = (isTaken ? null : problemOf(thing, line, left)) ?? priceProblem(line, sold.unitPrice);
    if (problem === null || problem === 'price') used.set(key, before + line.order_quantity);
    const isSold = problem !== 'gone' && problem !== 'disabled';
    return { asked: line, sold, left: isSold ? left : 0, problem };
  });
}

const piecesOf = (asked: readonly CartLineInput[], key: string) =>
  asked
    .filter((line) => keyOf(line.product_id, line.variation_option_id) === key)
    .reduce((sum, line) => sum + line.order_quantity, 0);

function problemOf(thing: Thing, line: CartLineInput, left: number): CheckedLine['problem'] {
  if (!thing.is_on_sale) return 'gone';
  if (thing.is_disabled) return 'disabled';
  return line.order_quantity > left ? 'short' : null;
}

/** Whether the buyer was shown another price; a client that names none believes ours. */
function priceProblem({ unit_price, subtotal, order_quantity }: CartLineInput, price: number) {
  const isOther =
    (typeof unit_price === 'number' && toMinor(unit_price) !== price) ||
    (typeof subtotal === 'number' && toMinor(subtotal) !== price * order_quantity);
  return isOther ? ('price' as const) : null;
}

interface Thing {
  product_id: number;
  variation_id: number | null;
  shop_id: number;
  is_on_sale: boolean;
  is_disabled: boolean;
  quantity: number;
  price: number | null;
  sale_price: number | null;
  name: string;
  variation: string | null;
  sku: string | null;
  barcode: string | null;
  unit: string;
  image: Attachment | null;
  is_digital: boolean;
  digital_file_id: number | null;
  vat_rate: string | null;
  requires_marking: boolean;
  supplier: SoldLine['supplier'];
  commission: number | null;
  is_taxable: boolean;
  weight: number | null;
  class_id: number | null;
  class_type: string | null;
  class_amount: number | null;
  max_weight: number | null;
}

/** What may be sold is decided as `takeStock` does, which looks again under locks. */
async function findThings(ctx: Ctx, asked: readonly CartLineInput[]): Promise<Map<string, Thing>> {
  const products = [...new Set(asked.map((line) => line.product_id))];
  const variations = [...new Set(asked.flatMap((line) => line.variation_option_id ?? []))];
  const { rows } = await sql<Thing>`
    select p.id as product_id, o.id as variation_id, p.shop_id,
      (p.deleted_at is null and p.status = 'publish' and p.in_stock and not p.is_external
        and s.is_active and s.deleted_at is null) as is_on_sale,
      coalesce(o.is_disable, false) as is_disabled, coalesce(o.quantity, p.quantity) as quantity,
      case when o.id is null then p.price else o.price end as price,
      case when o.id is null then p.sale_price else o.sale_price end as sale_price,
      coalesce(p.translations -> ${ctx.locale} ->> 'name', p.name) as name, o.title as variation,
      case when o.id is null then p.sku else o.sku end as sku, coalesce(o.barcode, p.barcode) as barcode, p.unit,
      coalesce(nullif(o.image, 'null'::jsonb), nullif(p.image, 'null'::jsonb)) as image,
      case when o.id is null then p.is_digital else o.is_digital end as is_digital,
      coalesce(o.digital_file_id, p.digital_file_id) as digital_file_id,
      coalesce(p.vat_rate, s.requisites ->> 'vat_rate') as vat_rate, p.requires_marking,
      case when s.requisites ->> 'inn' is not null then jsonb_build_object('inn', s.requisites ->> 'inn',
        'name', s.requisites ->> 'legal_name', 'phone', s.settings ->> 'contact') end as supplier,
      s.admin_commission_rate as commission, p.is_taxable, p.weight,
      d.id as class_id, d.type as class_type, d.amount as class_amount, d.max_weight
    from products p
      join shops s on s.id = p.shop_id
      left join variation_options o on o.product_id = p.id and o.deleted_at is null
        and o.id = any(${variations}::bigint[])
      left join delivery_classes d on d.id = p.delivery_class_id and d.deleted_at is null and d.is_active
    where p.id = any(${products}::bigint[]) and (p.product_type = 'variable') = (o.id is not null)`.execute(
    ctx.db,
  );
  return new Map(rows.map((row) => [keyOf(row.product_id, row.variation_id), row]));
}

const keyOf = (productId: number, variationId: number | null | undefined) =>
  `${productId} ${variationId ?? ''}`;

function soldOf(thing: Thing): Omit<GoodLine['sold'], 'quantity' | 'unitPrice'> {
  const type = chargeTypes.find((one) => one === thing.class_type);
  return {
    shopId: thing.shop_id,
    productId: thing.product_id,
    variationId: thing.variation_id,
    isTaxable: thing.is_taxable,
    isDigital: thing.is_digital,
    digitalFileId: thing.digital_file_id,
    vatRate: thing.vat_rate,
    requiresMarking: thing.requires_marking,
    supplier: thing.supplier,
    commissionRate: thing.commission,
    weight: thing.weight,
    deliveryClass:
      thing.class_id !== null && type
        ? { id: thing.class_id, type, amount: thing.class_amount, maxWeight: thing.max_weight }
        : null,
    ...{ name: thing.name, variation: thing.variation, sku: thing.sku, barcode: thing.barcode },
    ...{ unit: thing.unit, image: thing.image },
  };
}
