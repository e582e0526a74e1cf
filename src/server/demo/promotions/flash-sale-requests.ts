import { defaultLanguage } from '@/contract/core/languages';
import { defaultSettings } from '@/contract/settings';
import { type SeedCtx, seededId } from '@/server/demo/context';
import { renderTerms, type SaleToAgree } from '@/server/modules/promotions/flash-sales/flash-sale-consents';

export type State = 'waiting' | 'approved' | 'rejected';

const titles: Record<State, readonly string[]> = {
  waiting: ['Хотим участвовать', 'Добавьте наши хиты', 'Товары к распродаже', 'Новинки сезона'],
  approved: ['Наши лучшие товары', 'Партия для распродажи', 'Участвуем всем складом'],
  rejected: ['Остатки прошлого сезона', 'Пробная партия', 'Товары без подтверждённого остатка'],
};
const notes = [
  'Остатка хватит на две недели, готовы отгружать каждый день.',
  'Скидку берём на себя, условия прочитали и согласны.',
  'Если мест мало, оставьте первые два товара.',
  null,
];

export interface SeededSale extends SaleToAgree {
  created: Date;
}

interface DemoRequest {
  shop: string;
  state: State;
  invited?: readonly number[];
  offered?: readonly number[];
}

/** A vendor's offer or an administrator's invitation, with its consent. */
export async function seedRequest(ctx: SeedCtx, sale: SeededSale, request: DemoRequest): Promise<void> {
  const { db, random } = ctx;
  const { shop, state, invited, offered = [] } = request;
  const products = invited ?? offered;
  const owner = seededId(ctx.people, ctx.shops.get(shop)?.ownerKey ?? '');
  const admin = seededId(ctx.people, 'admin');
  const asked = new Date(sale.created.getTime() + random.whole(6, 200) * hour);
  const decided = state === 'waiting' ? null : new Date(asked.getTime() + random.whole(2, 60) * hour);
  const { id } = await db
    .insertInto('flash_sale_requests')
    .values({
      title: invited ? sale.title : (titles[state][random.whole(0, titles[state].length - 1)] ?? ''),
      note: invited ? null : (notes[random.whole(0, notes.length - 1)] ?? null),
      flash_sale_id: sale.id,
      shop_id: seededId(ctx.shops, shop),
      status: state,
      is_invitation: invited !== undefined,
      created_by: invited ? admin : owner,
      decided_by: decided && (invited ? owner : admin),
      decided_at: decided,
      created_at: asked,
      updated_at: decided ?? asked,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  await db
    .insertInto('flash_sale_request_products')
    .values(products.map((product_id) => ({ request_id: id, product_id })))
    .execute();
  // An offer includes its shop's consent, an invitation gets it with the answer.
  const agreed = invited ? decided : asked;
  if (agreed)
    await seedConsents(ctx, sale, { id, shop, owner, products, agreed, joins: state === 'approved' });
}

/** The vendor's recorded consent; with `joins` the products take part. */
async function seedConsents(
  { db, shops }: SeedCtx,
  sale: SeededSale,
  request: {
    id: number;
    shop: string;
    owner: number;
    products: readonly number[];
    agreed: Date;
    joins: boolean;
  },
): Promise<void> {
  const { id: flash_sale_id, type, rate, start_date, end_date } = sale;
  const terms = await renderTerms({ db, locale: defaultLanguage }, sale);
  const consents = await db
    .insertInto('flash_sale_consents')
    .values(
      request.products.map((product_id) => ({
        request_id: request.id,
        flash_sale_id,
        product_id,
        shop_id: seededId(shops, request.shop),
        given_by: request.owner,
        given_at: request.agreed,
        terms,
        type,
        rate,
        start_date,
        end_date,
        max_discount: defaultSettings.maxSaleDiscount,
      })),
    )
    .returning(['id', 'product_id'])
    .execute();
  if (!request.joins) return;
  const rows = consents.map(({ id, product_id }) => ({ flash_sale_id, product_id, consent_id: id }));
  await db.insertInto('flash_sale_products').values(rows).execute();
}

const hour = 3600_000;
