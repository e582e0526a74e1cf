import type { Scene } from '../../support/factories';
import { buildPurchase } from '../../support/feedback';
import { orderOf } from '../../support/order-body';
import { lastCode, resetToken } from '../../support/outbox';
import { buildProduct, buildSale } from '../../support/products';
import type { TestApp, Wire } from '../../support/server';
import { shopBody } from '../../support/shops';
import type { Rows } from './dialect-scene';
import type { Kind } from './shapes-of-answers';

export interface World {
  api: TestApp;
  scene: Scene & { stranger: { id: number; email: string } };
  rows: Rows;
  /** Responses of earlier steps, by endpoint. */
  made: Record<string, Wire | undefined>;
}

type Person = 'super_admin' | 'store_owner' | 'staff' | 'customer' | 'stranger' | null;
type Body = (world: World) => object | Promise<object>;

/** An endpoint, its caller, the shape of its response, its address if it has a key or a query, and its body. */
export type Step = [endpoint: string, who: Person, kind: Kind, path?: (world: World) => string, body?: Body];

export const password = 'Snegir2026';
const phone = '+7 (912) 555-01-01';

const idOf = ({ made }: World, endpoint: string) => Number(made[endpoint]?.id);
const rowId = ({ rows }: World, name: string) => Number(rows[name]?.id);
/** Address of a record from an earlier step. */
const made =
  (family: string, tail = '') =>
  (world: World) =>
    `${family}/${idOf(world, `POST ${family}`)}${tail}`;
const ofRow = (family: string, name: string) => (world: World) => `${family}/${rowId(world, name)}`;
const same = undefined;

const wished: Body = (world) => ({ product_id: rowId(world, 'product') });

const session: Step[] = [
  ['POST token', null, 'credentials', same, ({ scene }) => ({ email: scene.stranger.email, password })],
  ['POST forget-password', null, 'outcome', same, ({ scene }) => ({ email: scene.stranger.email })],
  [
    'POST verify-forget-password-token',
    null,
    'outcome',
    same,
    async ({ api, scene }) => ({
      email: scene.stranger.email,
      token: await resetToken(api.db, scene.stranger.email),
    }),
  ],
  [
    'POST reset-password',
    null,
    'outcome',
    same,
    async ({ api, scene }) => ({
      ...{ email: scene.stranger.email, password },
      token: await resetToken(api.db, scene.stranger.email),
    }),
  ],
  [
    'POST change-password',
    'stranger',
    'outcome',
    same,
    () => ({ oldPassword: password, newPassword: `${password}!` }),
  ],
  ['POST send-otp-code', null, 'codeSent', same, () => ({ phone_number: phone })],
  [
    'POST verify-otp-code',
    null,
    'outcome',
    same,
    async (world) => ({
      otp_id: world.made['POST send-otp-code']?.id,
      phone_number: phone,
      code: await lastCode(world.api.db, phone, 'contact-code'),
    }),
  ],
  ['POST api/admin/auth/send-code', null, 'loginCode', same, () => ({ phone: '+7 (912) 555-01-02' })],
  ['POST email/verification-notification', 'customer', 'outcome', same, () => ({})],
  [
    'POST update-email',
    'stranger',
    'outcome',
    same,
    () => ({ email: 'drugaya@test.ru', password: `${password}!` }),
  ],
  ['POST logout', 'stranger', 'truth', same, () => ({})],
];

const people: Step[] = [
  ['POST users', 'super_admin', 'user', same, () => ({ name: 'Пётр', email: 'petr@test.ru', password })],
  ['PUT users/*', 'super_admin', 'userDetails', made('users'), () => ({ name: 'Пётр Первый' })],
  ['POST users/block-user', 'super_admin', 'user', same, (world) => ({ id: idOf(world, 'POST users') })],
  ['POST users/unblock-user', 'super_admin', 'user', same, (world) => ({ id: idOf(world, 'POST users') })],
  [
    'POST users/make-admin',
    'super_admin',
    'truth',
    same,
    (world) => ({ user_id: idOf(world, 'POST users') }),
  ],
  ['DELETE users/*', 'super_admin', 'truth', made('users')],
  [
    'POST add-points',
    'super_admin',
    'nothing',
    same,
    ({ scene }) => ({ customer_id: scene.customer.id, points: 5 }),
  ],
  ['GET my-staffs', 'store_owner', 'page:staff'],
  [
    'POST staffs',
    'store_owner',
    'staff',
    same,
    ({ scene }) => ({ name: 'Яна', email: 'yana@test.ru', password, shop_id: scene.shop.id }),
  ],
  ['DELETE staffs/*', 'store_owner', 'truth', ({ scene }) => `staffs/${scene.member.id}`],
  ['GET vendor/store_keepers', 'store_owner', 'page:staff'],
  ['GET address', 'customer', 'list:address'],
  ['DELETE address/*', 'customer', 'truth', (world) => `address/${idOf(world, 'GET address')}`],
];

const shops: Step[] = [
  ['POST shops', 'store_owner', 'shop', same, () => ({ ...shopBody, name: 'Вторая лавка' })],
  ['GET new-shops', 'super_admin', 'page:shop', () => 'new-shops?is_active=false'],
  ['PUT shops/*', 'store_owner', 'shop', made('shops'), () => ({ description: 'Всё для чая' })],
  [
    'POST approve-shop',
    'super_admin',
    'shop',
    same,
    (world) => ({ id: idOf(world, 'POST shops'), admin_commission_rate: 10 }),
  ],
  [
    'POST disapprove-shop',
    'super_admin',
    'shop',
    same,
    (world) => ({ id: idOf(world, 'POST shops'), note: 'Проверка' }),
  ],
  ['POST follow-shop', 'customer', 'truth', same, ({ scene }) => ({ shop_id: scene.shop.id })],
  ['GET follow-shop', 'customer', 'truth', ({ scene }) => `follow-shop?shop_id=${scene.shop.id}`],
  ['GET followed-shops', 'customer', 'page:publicShop'],
  ['GET ownership-transfer/*', 'store_owner', 'transfer', ofRow('ownership-transfer', 'transfer')],
  [
    'PUT ownership-transfer/*',
    'super_admin',
    'transfer',
    ofRow('ownership-transfer', 'transfer'),
    () => ({ status: 'processing' }),
  ],
  [
    'PUT ownership-transfer/*',
    'super_admin',
    'transfer',
    ofRow('ownership-transfer', 'transfer'),
    () => ({ status: 'rejected' }),
  ],
  ['DELETE ownership-transfer/*', 'super_admin', 'truth', ofRow('ownership-transfer', 'transfer')],
  [
    'POST transfer-shop-ownership',
    'store_owner',
    'transfer',
    same,
    ({ scene }) => ({ shop_id: scene.shop.id, vendor_id: scene.otherOwner.id, message: '' }),
  ],
  ['DELETE shops/*', 'super_admin', 'truth', made('shops')],
];

const goods: Step[] = [
  [
    'POST products',
    'store_owner',
    'productDetails',
    same,
    (world) => ({
      ...{ name: 'Поднос', unit: 'шт.', product_type: 'simple', price: 100, quantity: 3, sku: 'TRAY' },
      ...{ shop_id: world.scene.shop.id, type_id: rowId(world, 'groups'), status: 'publish' },
    }),
  ],
  ['PUT products/*', 'store_owner', 'productDetails', made('products'), () => ({ price: 120 })],
  [
    'GET products-by-flash-sale',
    'store_owner',
    'page:product',
    ({ rows }) => `products-by-flash-sale?slug=${rows.running?.slug}`,
  ],
  [
    'GET product-flash-sale-info',
    'store_owner',
    'list:flashSale',
    (world) => `product-flash-sale-info?id=${rowId(world, 'onSale')}&with=flash_sales`,
  ],
  ['POST wishlists', 'customer', 'wish', same, wished],
  ['GET wishlists', 'customer', 'page:product'],
  ['GET my-wishlists', 'customer', 'page:product'],
  [
    'GET wishlists/in_wishlist/*',
    'customer',
    'truth',
    (world) => `wishlists/in_wishlist/${rowId(world, 'product')}`,
  ],
  ['DELETE wishlists/*', 'customer', 'truth', ofRow('wishlists', 'product')],
  ['POST wishlists/toggle', 'customer', 'truth', same, wished],
  ['DELETE products/*', 'store_owner', 'truth', made('products')],
];

const letters: Step[] = [
  [
    'POST contact-us',
    null,
    'outcome',
    same,
    () => ({ subject: 'Вопрос', name: 'Ульяна', email: 'ulyana@test.ru', description: 'Как к вам доехать?' }),
  ],
  ['POST subscribe-to-newsletter', null, 'truth', same, () => ({ email: 'ulyana@test.ru' })],
];

const trade: Step[] = [
  [
    'POST orders/checkout/verify',
    'customer',
    'verifiedCheckout',
    same,
    (world) => orderOf([{ product_id: rowId(world, 'product'), order_quantity: 1 }]),
  ],
  [
    'POST orders',
    'customer',
    'orderDetails',
    same,
    (world) => orderOf([{ product_id: rowId(world, 'product'), order_quantity: 1 }]),
  ],
  [
    'PUT orders/*',
    'super_admin',
    'orderDetails',
    made('orders'),
    () => ({ order_status: 'order-processing' }),
  ],
  [
    'POST orders/*/delivery-date',
    'super_admin',
    'orderDetails',
    made('orders', '/delivery-date'),
    () => ({ delivery_date: '2026-03-20' }),
  ],
  [
    'PUT orders/*',
    'super_admin',
    'orderDetails',
    made('orders'),
    () => ({ order_status: 'order-cancelled', note: 'Передумали' }),
  ],
  ['DELETE orders/*', 'super_admin', 'truth', made('orders')],
  [
    'POST coupons/verify',
    'customer',
    'couponVerdict',
    same,
    ({ rows }) => ({ code: rows.coupons?.code, sub_total: 100_000 }),
  ],
  ['POST disapprove-coupon', 'super_admin', 'coupon', same, (world) => ({ id: rowId(world, 'coupons') })],
  ['POST approve-coupon', 'super_admin', 'coupon', same, (world) => ({ id: rowId(world, 'coupons') })],
  ['GET withdraws/*', 'super_admin', 'withdraw', ofRow('withdraws', 'withdraw')],
  [
    'POST approve-withdraw',
    'super_admin',
    'withdraw',
    same,
    (world) => ({ id: rowId(world, 'withdraw'), status: 'rejected', decision_note: 'Нет счёта' }),
  ],
  [
    'POST withdraws',
    'store_owner',
    'withdraw',
    same,
    ({ scene }) => ({ shop_id: scene.shop.id, amount: 50, payment_method: 'На счёт' }),
  ],
  ['DELETE withdraws/*', 'super_admin', 'truth', made('withdraws')],
  [
    'PUT refunds/*',
    'super_admin',
    'refund',
    ofRow('refunds', 'refund'),
    () => ({ status: 'rejected', decision_note: 'Скол не виден' }),
  ],
  ['DELETE refunds/*', 'super_admin', 'truth', ofRow('refunds', 'refund')],
  [
    'POST refunds',
    'customer',
    'refund',
    same,
    (world) => ({
      order_id: rowId(world, 'finished'),
      title: 'Скол',
      refund_reason_id: rowId(world, 'refund-reasons'),
    }),
  ],
];

const about = (model_type: string, name: string) => (world: World) => ({
  model_type,
  model_id: rowId(world, name),
});

const feedback: Step[] = [
  [
    'PUT reviews/*',
    'customer',
    'review',
    ofRow('reviews', 'review'),
    () => ({ rating: 5, comment: 'Стала лучше' }),
  ],
  [
    'POST feedbacks',
    'store_owner',
    'vote',
    same,
    (world) => ({ ...about('Review', 'review')(world), positive: true }),
  ],
  ['GET feedbacks', 'store_owner', 'page:vote'],
  ['GET feedbacks/*', 'store_owner', 'vote', (world) => `feedbacks/${idOf(world, 'GET feedbacks')}`],
  ['DELETE feedbacks/*', 'super_admin', 'truth', (world) => `feedbacks/${idOf(world, 'GET feedbacks')}`],
  ['GET abusive_reports/*', 'super_admin', 'report', ofRow('abusive_reports', 'report')],
  ['POST abusive_reports/reject', 'super_admin', 'review', same, about('Review', 'review')],
  [
    'POST abusive_reports',
    'store_owner',
    'report',
    same,
    (world) => ({ ...about('Question', 'question')(world), message: 'Реклама' }),
  ],
  ['DELETE abusive_reports/*', 'super_admin', 'truth', made('abusive_reports')],
  ['PUT questions/*', 'store_owner', 'question', ofRow('questions', 'question'), () => ({ answer: 'Год' })],
  ['DELETE questions/*', 'super_admin', 'truth', ofRow('questions', 'question')],
  [
    'POST questions',
    'customer',
    'question',
    same,
    (world) => ({ product_id: rowId(world, 'product'), shop_id: world.scene.shop.id, question: 'А цвет?' }),
  ],
  [
    'POST abusive_reports',
    'staff',
    'report',
    same,
    (world) => ({ ...about('Review', 'review')(world), message: 'Опять' }),
  ],
  ['POST abusive_reports/accept', 'super_admin', 'truth', same, about('Review', 'review')],
  [
    'POST reviews',
    'customer',
    'review',
    same,
    (world) => ({
      order_id: rowId(world, 'finished'),
      product_id: rowId(world, 'finishedProduct'),
      shop_id: world.scene.shop.id,
      rating: 4,
      comment: 'Хорошо',
    }),
  ],
  ['DELETE reviews/*', 'super_admin', 'truth', made('reviews')],
];

const campaigns: Step[] = [
  [
    'POST disapprove-terms-and-conditions',
    'super_admin',
    'terms',
    same,
    (world) => ({ id: rowId(world, 'terms-and-conditions') }),
  ],
  [
    'POST approve-terms-and-conditions',
    'super_admin',
    'terms',
    same,
    (world) => ({ id: rowId(world, 'terms-and-conditions') }),
  ],
  [
    'PUT vendor-requests-for-flash-sale/*',
    'store_owner',
    'saleRequest',
    ofRow('vendor-requests-for-flash-sale', 'request'),
    (world) => ({
      title: 'Кружки и стаканы',
      requested_product_ids: [rowId(world, 'product')],
      accepted_terms: world.rows.sale?.terms,
    }),
  ],
  [
    'GET requested-products-for-flash-sale',
    'store_owner',
    'page:product',
    (world) => `requested-products-for-flash-sale?vendor_request_id=${rowId(world, 'request')}`,
  ],
  [
    'POST approve-flash-sale-requested-products',
    'super_admin',
    'saleRequest',
    same,
    (world) => ({ id: rowId(world, 'request') }),
  ],
  [
    'POST disapprove-flash-sale-requested-products',
    'super_admin',
    'saleRequest',
    same,
    (world) => ({ id: rowId(world, 'request') }),
  ],
  [
    'DELETE vendor-requests-for-flash-sale/*',
    'super_admin',
    'truth',
    ofRow('vendor-requests-for-flash-sale', 'request'),
  ],
  [
    'POST vendor-requests-for-flash-sale',
    'store_owner',
    'saleRequest',
    same,
    (world) => ({
      title: 'Снова мы',
      flash_sale_id: rowId(world, 'sale'),
      requested_product_ids: [rowId(world, 'product')],
      accepted_terms: world.rows.sale?.terms,
    }),
  ],
];

const talk: Step[] = [
  [
    'POST store-notices/read',
    'store_owner',
    'readMark',
    same,
    (world) => ({ id: rowId(world, 'store-notices'), language: 'ru' }),
  ],
  [
    'POST store-notices/read-all',
    'store_owner',
    'list:readMark',
    same,
    (world) => ({ notices: [rowId(world, 'store-notices')] }),
  ],
  [
    'GET notify-logs/*',
    'store_owner',
    'notification',
    (world) => `notify-logs/${rowId(world, 'notification')}`,
  ],
  [
    'POST notify-log-seen',
    'store_owner',
    'notification',
    same,
    (world) => ({ id: rowId(world, 'notification') }),
  ],
  [
    'POST notify-log-read-all',
    'store_owner',
    'list:notification',
    same,
    ({ scene }) => ({ set_all_read: true, notify_type: 'order', receiver: scene.store_owner.id }),
  ],
  ['DELETE notify-logs/*', 'store_owner', 'truth', (world) => `notify-logs/${rowId(world, 'notification')}`],
  [
    'POST conversations',
    'customer',
    'newConversation',
    same,
    ({ scene }) => ({ shop_id: scene.otherShop.id }),
  ],
  [
    'POST messages/conversations/*',
    'store_owner',
    'message',
    ofRow('messages/conversations', 'conversation'),
    () => ({ message: 'Здравствуйте' }),
  ],
  [
    'GET messages/conversations/*',
    'customer',
    'page:message',
    ofRow('messages/conversations', 'conversation'),
  ],
  ['POST messages/seen/*', 'customer', 'count', ofRow('messages/seen', 'conversation'), () => ({})],
];

const places: Step[] = [
  ['GET cities', 'store_owner', 'list:city', () => 'cities?search=Моск'],
  ['GET points', 'store_owner', 'list:point', () => 'points?city=101000'],
  [
    'GET geocode',
    'store_owner',
    'list:place',
    () => `geocode?address=${encodeURIComponent('Москва Тверская 7')}`,
  ],
  ['GET banks/info', 'store_owner', 'bank', () => 'banks/info?bic=044525974'],
  ['GET organizations/info', 'store_owner', 'list:organisation', () => 'organizations/info?inn=7707083893'],
  ['GET sbp/members', 'store_owner', 'list:bankMember'],
  ['GET attachments/*', 'super_admin', 'upload', ({ scene }) => `attachments/${scene.picture?.id}`],
];

const site: Step[] = [
  [
    'POST settings',
    'super_admin',
    'settings',
    same,
    () => ({ language: 'ru', options: { siteTitle: 'Ярмарка' } }),
  ],
];

/** One row of a page or a list represents it in later steps. */
export const steps: Step[] = [
  ...session,
  ...people,
  ...shops,
  ...goods,
  ...letters,
  ...trade,
  ...feedback,
  ...campaigns,
  ...talk,
  ...places,
  ...site,
];

/** Rows needed only by these steps. */
export async function prepare({ api, scene, rows }: World): Promise<void> {
  const { shop, customer, store_owner } = scene;
  const { body: log } = await api.request(store_owner, 'GET', 'notify-logs');
  const sold = await buildPurchase(api, customer, shop);
  const onSale = await buildProduct(api.db, { shop });
  const running = await buildSale(api.db, { products: [onSale] });
  const more = {
    notification: log.data[0],
    finished: sold.order,
    finishedProduct: sold.product,
    onSale,
    running,
  };
  Object.assign(rows, more);
}
