import { type ResourceName, resourceNames, resources } from '@/contract';
import type { AnyResource, Attachment } from '@/contract/core/define';
import type { Role } from '@/contract/core/permissions';
import { toSlug } from '@/contract/core/slug';
import { idOf, type Related } from './needs';

type Body = Record<string, unknown>;

/** A valid body of a family, and what the table-driven suites need to know about it. */
export interface Sample {
  /** Body as a role may send it; the same for all roles in most families. */
  body: (
    scene: { shop: { id: number }; store_owner: { id: number }; related: Related; picture?: Attachment },
    role: Exclude<Role, 'customer'>,
  ) => Body;
  /** A partial edit of it. */
  changed: Body;
  /** English texts of a translated family. */
  english?: Body;
  /** Texts for the title field, in the order in which a list sorted by it shows them. */
  inOrder: [string, string, string, string];
  /** Other fields that must be unique, by row number. */
  unique?: (index: number) => Body;
  /** Families of which a row must exist first; its id is `idOf(related, name)`. */
  needs?: readonly SampleName[];
  /** Needs `scene.picture`. */
  needsPicture?: boolean;
  /** Author of the row that other roles read; by default an administrator. */
  author?: 'store_owner';
}

/** Dictionary order: Ё sorts as Е, not before А. */
const russianOrder: Sample['inOrder'] = ['Ананас', 'Ёлка', 'Ель', 'Яблоко'];

const homeBlock = { enable: true, title: 'Хиты продаж' };
const groupSettings = {
  isHome: false,
  layoutType: 'compact',
  productCard: 'neon',
  bestSelling: homeBlock,
  popularProducts: homeBlock,
  category: homeBlock,
  newArrival: homeBlock,
  authors: { enable: false, title: '' },
  manufactures: { enable: false, title: '' },
  handpickedProducts: { ...homeBlock, enableSlider: true, products: [] },
};

/** The given picture, or one of the demo. */
const pictureOf = ({ picture }: { picture?: Attachment }) =>
  picture ?? { id: 1, original: '', thumbnail: '' };

/** Families with their own suites, because their rows are not written by a form alone. */
export const ownSuites = [
  'users',
  'shops',
  'staffs',
  'withdraws',
  'products',
  'orders',
  'refunds',
  'reviews',
  'questions',
] as const satisfies readonly ResourceName[];

export type SampleName = Exclude<ResourceName, (typeof ownSuites)[number]>;

/** Families that the table-driven suites test. */
export const sampleNames = resourceNames.filter(
  (name): name is SampleName => !(ownSuites as readonly string[]).includes(name),
);

/** Families that need more than the seed of their declaration, or have none. */
const ownSamples: Partial<Record<SampleName, Sample>> = {
  tags: {
    needs: ['groups'],
    body: ({ related }) => ({
      name: 'Ручная работа',
      slug: 'ruchnaya-rabota',
      details: 'Сделано мастером',
      icon: 'scissors',
      type_id: idOf(related, 'groups'),
    }),
    changed: { details: 'Сделано мастером от начала до конца' },
    english: { name: 'Handmade', details: 'Made by one master' },
    inOrder: russianOrder,
  },
  authors: {
    body: (scene) => ({
      name: 'Агния Ложкарёва',
      slug: 'agniya-lozhkaryova',
      bio: 'Режет посуду из липы и учит этому других.',
      quote: 'Дерево само скажет, чем ему быть.',
      languages: 'русский, коми',
      born: '1950-04-12',
      death: '2019-11-02',
      socials: [{ icon: 'VkIcon', url: 'https://vk.com/lozhki' }],
      shop_id: scene.shop.id,
    }),
    changed: { bio: 'Режет посуду из липы.', languages: 'русский' },
    english: { name: 'Agniya Lozhkaryova', bio: 'Carves tableware of linden.', quote: 'Ask the wood.' },
    inOrder: russianOrder,
  },
  manufacturers: {
    needs: ['groups'],
    body: ({ shop, related }) => ({
      name: 'Мастерская «Липа»',
      slug: 'masterskaya-lipa',
      description: 'Посуда из липы и берёзы.',
      website: 'https://lipa-posuda.ru',
      type_id: idOf(related, 'groups'),
      socials: [{ icon: 'TelegramIcon', url: 'https://t.me/lipa' }],
      shop_id: shop.id,
    }),
    changed: { website: 'https://lipa.ru', is_approved: false },
    english: { name: 'Linden workshop', description: 'Tableware of linden and birch.' },
    inOrder: russianOrder,
  },
  coupons: {
    body: ({ shop }) => ({
      code: 'VESNA-2026',
      description: 'Скидка к весне',
      type: 'percentage',
      amount: 10,
      minimum_cart_amount: 1000,
      usage_limit: 100,
      usage_limit_per_user: 1,
      active_from: '2026-03-01T00:00:00.000Z',
      expire_at: '2026-03-31T20:59:59.000Z',
      target: true,
      shop_id: shop.id,
    }),
    changed: { amount: 12.5, usage_limit: null },
    english: { description: 'A discount for spring' },
    inOrder: ['ALPHA', 'BRAVO', 'CHARLIE', 'DELTA'],
  },
  groups: {
    body: () => ({
      name: 'Дом и уют',
      slug: 'dom-i-uyut',
      icon: 'home',
      promotional_sliders: [],
      banners: [],
      settings: groupSettings,
    }),
    changed: { icon: 'sofa', settings: { ...groupSettings, productCard: 'argon' } },
    english: { name: 'Home and comfort' },
    inOrder: russianOrder,
  },
  categories: {
    needs: ['groups'],
    body: ({ related }) => ({
      name: 'Кухонная посуда',
      slug: 'kuhonnaya-posuda',
      details: 'Кастрюли, сковороды и ножи',
      icon: 'utensils',
      banner_image: [],
      type_id: idOf(related, 'groups'),
      parent: null,
    }),
    changed: { details: 'Кастрюли, сковороды, ножи и доски' },
    english: { name: 'Kitchenware', details: 'Pots, pans and knives' },
    inOrder: russianOrder,
  },
  boxes: {
    body: () => ({
      name: 'Почта России, короб M',
      length: 30,
      width: 20.5,
      height: 15,
      max_weight: 10,
      weight: 0.18,
      price: 99.9,
      is_active: true,
    }),
    changed: { price: 120, is_active: false },
    inOrder: russianOrder,
  },
  faqs: {
    body: (scene, role) => ({
      faq_title: 'Как оплатить заказ?',
      faq_description: 'Картой или наличными при получении.',
      shop_id: role === 'super_admin' ? null : scene.shop.id,
    }),
    changed: { faq_description: 'Картой, по СБП или наличными.' },
    english: { faq_title: 'How can I pay?', faq_description: 'By card or in cash.' },
    inOrder: russianOrder,
    author: 'store_owner',
  },
  'store-notices': {
    body: (scene, role) => ({
      priority: 'high',
      notice: 'Инвентаризация в субботу',
      description: 'С 10:00 до 15:00 пересчитываем остатки.',
      effective_from: '2026-03-01',
      expired_at: '2026-03-31',
      ...(role === 'super_admin'
        ? { type: 'specific_vendor', received_by: [scene.store_owner.id] }
        : { type: 'specific_shop', received_by: [scene.shop.id], is_listed: true }),
    }),
    changed: { priority: 'low', expired_at: '2026-04-15' },
    english: { notice: 'Stocktaking on Saturday', description: 'We count the stock from 10 to 15.' },
    inOrder: russianOrder,
    author: 'store_owner',
  },
  'error-codes': {
    body: () => ({
      code: 'PRODUCT_OUT_OF_STOCK',
      title: 'Нет в наличии',
      message: 'Товар закончился.',
      description: 'Остаток меньше заказанного.',
      status: 409,
    }),
    changed: { status: 410, message: 'Товар закончился, выберите похожий.' },
    english: {
      title: 'Out of stock',
      message: 'This item sold out.',
      description: 'The stock is below the order.',
    },
    inOrder: ['ALPHA', 'BRAVO', 'CHARLIE', 'DELTA'],
  },
  attributes: {
    body: (scene) => ({ name: 'Цвет посуды', slug: 'tsvet-posudy', shop_id: scene.shop.id }),
    changed: { slug: 'tsvet-glazuri' },
    english: { name: 'Colour of tableware' },
    inOrder: russianOrder,
    author: 'store_owner',
  },
  'attribute-values': {
    body: ({ related }) => ({
      attribute_id: idOf(related, 'attributes'),
      value: 'Бирюзовый',
      meta: '#2a9d8f',
    }),
    changed: { meta: '#1f8a70' },
    english: { value: 'Turquoise' },
    inOrder: russianOrder,
    needs: ['attributes'],
  },
  'order-status': {
    body: () => ({ name: 'Ждёт самовывоза', slug: 'order-pickup', serial: 40, color: '#2a6f97' }),
    changed: { serial: 41, color: '#1b4965' },
    english: { name: 'Ready for pick-up' },
    inOrder: russianOrder,
    unique: (index) => ({ serial: 50 + index }),
  },
  taxes: {
    body: () => ({
      name: 'НДС, общая ставка',
      rate: 22,
      country: 'Россия',
      city: null,
      state: null,
      zip: '101000',
      is_global: true,
      on_shipping: false,
      priority: 1,
    }),
    changed: { rate: 16.667, country: 'Беларусь' },
    english: { name: 'Common VAT' },
    inOrder: russianOrder,
  },
  shippings: {
    body: () => ({ name: 'Курьер по Москве', type: 'fixed', amount: 399.5, is_global: true }),
    changed: { type: 'percentage', amount: 5 },
    english: { name: 'Courier' },
    inOrder: russianOrder,
  },
  'delivery-classes': {
    body: ({ related }) => ({
      name: 'Постамат',
      type: 'fixed',
      amount: 199,
      max_weight: 15.5,
      max_length: 36,
      max_width: 32,
      max_height: 17,
      box_ids: [idOf(related, 'boxes')],
      is_global: true,
      is_active: true,
    }),
    changed: { amount: 249, is_active: false },
    needs: ['boxes'],
    inOrder: russianOrder,
  },
  'mobile-app-versions': {
    body: () => ({
      platform: 'ios',
      app_version: '2.4.1',
      build: 241,
      min_version: '1.9.0',
      is_force_update: true,
      url: 'https://apps.apple.com/ru/app/id1',
      notes: 'Исправили мелкие ошибки.',
    }),
    changed: { build: 242, is_force_update: false },
    // In numerical order.
    english: { notes: 'Faster lists.' },
    inOrder: ['1.9.0', '1.10.0', '2.0.0', '12.34.56'],
    unique: () => ({ min_version: null }),
  },
  'social-links': {
    body: () => ({
      icon: 'vk',
      name: 'Мы во ВКонтакте',
      url: 'vk.com/gostiny',
      position: 3,
      is_active: true,
    }),
    changed: { icon: 'telegram', url: 'https://t.me/gostiny' },
    inOrder: russianOrder,
  },
  'advertising-banners': {
    body: (scene) => ({
      title: 'Чай к зиме',
      description: 'Купажи со скидкой',
      image: pictureOf(scene),
      url: 'gostiny.ru/tea',
      place: 'home_top',
      shop_id: scene.shop.id,
      position: 1,
      is_active: true,
      advertiser: 'ООО «Чайная лавка»',
      advertiser_inn: '7707083893',
      erid: '2VtzqwXyZ12',
    }),
    changed: { url: 'gostiny.ru/winter', position: 2 },
    english: { title: 'Tea for winter', description: 'Blends on sale' },
    inOrder: russianOrder,
    needsPicture: true,
  },
  'contact-messages': {
    body: () => ({
      subject: 'Где мой заказ?',
      description: 'Третий день нет вестей.\nПодскажите, пожалуйста!',
      name: 'Ульяна',
      email: 'ulyana@test.ru',
      is_done: false,
    }),
    changed: { is_done: true },
    inOrder: russianOrder,
  },
  'reply-templates': {
    body: (scene, role) => ({
      title: 'Заказ в пути',
      text: 'Здравствуйте, {customer}! Заказ {order} уже в пути.',
      shop_id: role === 'super_admin' ? null : scene.shop.id,
    }),
    changed: { text: 'Здравствуйте, {customer}! Посылка в пути.' },
    inOrder: russianOrder,
    author: 'store_owner',
  },
  'newsletter-subscribers': {
    body: () => ({ email: 'ulyana@test.ru', note: 'С выставки' }),
    changed: { note: 'С ярмарки' },
    inOrder: ['anna@test.ru', 'boris@test.ru', 'vera@test.ru', 'yana@test.ru'],
  },
  'review-banners': {
    body: (scene) => ({
      title: 'Чай к зиме',
      description: 'Купажи со скидкой',
      image: pictureOf(scene),
      url: 'gostiny.ru/tea',
      place: 'home_top',
      shop_id: scene.shop.id,
      erid: '2VtzqwXyZ12',
    }),
    changed: { url: 'gostiny.ru/winter', description: 'Купажи и чайники' },
    inOrder: russianOrder,
    needsPicture: true,
  },
  'refund-policies': {
    body: () => ({
      title: 'Возврат в течение 14 дней',
      slug: 'vozvrat-14-dney',
      description: 'Если товар не подошёл и сохранил вид.',
      target: 'customer',
      status: 'approved',
    }),
    changed: { description: 'Если сохранён товарный вид.', target: 'vendor' },
    english: { title: 'Return within 14 days', description: 'Unused and in its packaging.' },
    inOrder: russianOrder,
  },
  'terms-and-conditions': {
    body: ({ shop }, role) => ({
      title: 'Правила возврата',
      slug: 'pravila-vozvrata',
      description: 'Возвращаем деньги за неделю.',
      shop_id: shop.id,
      // Approved by an administrator, so that every role may read it.
      ...(role === 'super_admin' && { is_approved: true }),
    }),
    changed: { description: 'Возвращаем деньги за три дня.' },
    english: { title: 'Returns', description: 'We return the money within a week.' },
    inOrder: russianOrder,
  },
  'flash-sale': {
    body: () => ({
      title: 'Неделя керамики',
      slug: 'nedelya-keramiki',
      description: 'Посуда ручной работы со скидкой.',
      start_date: '2031-04-06T21:00:00.000Z',
      end_date: '2031-04-13T21:00:00.000Z',
      type: 'percentage',
      rate: 15,
      sale_status: true,
      sale_builder: { data_type: 'handpicked_products', product_ids: [], category_ids: [] },
    }),
    changed: { rate: 20, description: 'Посуда и вазы со скидкой.' },
    english: { title: 'Ceramics week', description: 'Handmade tableware at a discount.' },
    inOrder: russianOrder,
  },
};

/** The first row of a declaration's seed is the body, the second an edit of it. */
function sampleOf(name: SampleName): [SampleName, Sample][] {
  const { seed: [first, second] = [], slugFrom }: AnyResource = resources[name];
  if (!first || !second) return [];
  const [{ english, ...body }, { english: _, ...other }] = [first, second];
  // What both rows share is no change.
  const changed = Object.fromEntries(Object.entries(other).filter(([key, value]) => value !== body[key]));
  const slug = slugFrom && { slug: toSlug(body[slugFrom]) };
  return [[name, { body: () => ({ ...body, ...slug }), changed, english, inOrder: russianOrder }]];
}

export const samples = {
  ...Object.fromEntries(sampleNames.flatMap(sampleOf)),
  ...ownSamples,
} as Record<SampleName, Sample>;
