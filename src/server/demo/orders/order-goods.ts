import { sql } from 'kysely';
import { toMinor } from '@/contract/core/money';
import { establishedShops, type SeedCtx } from '@/server/demo/context';
import type { SoldLine } from '@/server/modules/orders/checkout/insert-order';

/** A sold item: a simple product, or one variation. Money in kopecks. */
export interface Good
  extends Pick<
    SoldLine,
    'productId' | 'variationId' | 'shopId' | 'name' | 'variation' | 'sku' | 'unit' | 'image'
  > {
  price: number;
  /** Current stock. */
  left: number;
  /** Since when it has been on sale. */
  since: Date;
}

export interface Seller {
  vatRate: string | null;
  supplier: { inn: string; name: string; phone: string | null } | null;
  commissionRate: number;
}

export interface Buyer {
  id: number | null;
  name: string;
  contact: string;
  email: string | null;
  address: unknown;
  since: Date;
}

export async function loadGoods(seed: SeedCtx): Promise<Good[]> {
  const { rows } = await sql<Omit<Good, 'price'> & { price: number }>`
    select p.id as "productId", o.id as "variationId", p.shop_id as "shopId", p.name, o.title as variation,
      coalesce(o.sku, p.sku) as sku, p.unit, coalesce(o.image, p.image) as image,
      coalesce(o.sale_price, o.price, p.sale_price, p.price) as price,
      coalesce(o.quantity, p.quantity) as "left", p.created_at as since
    from products p join shops s on s.id = p.shop_id and s.id = any(${establishedShops(seed)})
      left join variation_options o on o.product_id = p.id and o.deleted_at is null and not o.is_disable
    where p.status = 'publish' and p.deleted_at is null and not p.is_digital and not p.is_external
      and (p.product_type = 'variable') = (o.id is not null)
    order by p.id, o.id`.execute(seed.db);
  return rows.map((row) => ({ ...row, price: toMinor(row.price) }));
}

/** Requisites and commission rates by shop, for receipts. */
export async function loadSellers({ db }: SeedCtx): Promise<Map<number, Seller>> {
  const { rows } = await sql<Seller & { id: number }>`
    select id, requisites ->> 'vat_rate' as "vatRate", coalesce(admin_commission_rate, 0) as "commissionRate",
      jsonb_build_object('inn', requisites ->> 'inn', 'name', requisites ->> 'legal_name',
        'phone', settings ->> 'contact') as supplier
    from shops`.execute(db);
  return new Map(rows.map(({ id, ...seller }) => [id, seller]));
}

/** Customers with an account and their city; Moscow by default. */
export async function loadBuyers({ db }: SeedCtx): Promise<(Buyer & { id: number })[]> {
  const rows = await db
    .selectFrom('users')
    .leftJoin('addresses', (join) =>
      join.onRef('addresses.user_id', '=', 'users.id').on('addresses.type', '=', 'shipping'),
    )
    .select(['users.id', 'users.name', 'users.contact', 'users.email', 'users.created_at', 'address'])
    .where(sql<boolean>`users.permissions = array['customer']`)
    .orderBy('users.id')
    .execute();
  return [...new Map(rows.map((row) => [row.id, row])).values()].map((row) => ({
    id: row.id,
    name: row.name,
    email: row.email,
    since: row.created_at,
    contact: row.contact ?? '+7 (495) 000-00-00',
    address: row.address ?? moscow,
  }));
}

const moscow = {
  country: 'Россия',
  state: 'Москва',
  city: 'Москва',
  zip: '101000',
  street_address: 'ул. Маросейка, 7, кв. 12',
};
