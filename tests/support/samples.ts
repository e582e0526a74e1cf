import type { ResourceName } from '@/contract';
import type { Role } from '@/contract/permissions';

type Body = Record<string, unknown>;

/** One valid body of each family and what the table-driven suite needs to know about it. */
export interface Sample {
  /** Body as a role may send it; most families do not care who. */
  body: (
    scene: { shop: { id: number }; store_owner: { id: number } },
    role: Exclude<Role, 'customer'>,
  ) => Body;
  /** A partial edit of it. */
  changed: Body;
  /** Its texts in English, where the family is translated. */
  english?: Body;
  /** Texts for the title field, in the order in which a list sorted by it shows them. */
  inOrder: [string, string, string, string];
  /** Who writes the row that the other roles then read; an administrator when left out. */
  author?: 'store_owner';
}

/** Cyrillic as a dictionary has it: Ё counts as Е, and does not come before А. */
const russianOrder: Sample['inOrder'] = ['Ананас', 'Ёлка', 'Ель', 'Яблоко'];

export const samples: Record<ResourceName, Sample> = {
  tags: {
    body: () => ({
      name: 'Ручная работа',
      slug: 'ruchnaya-rabota',
      details: 'Сделано мастером',
      icon: 'scissors',
    }),
    changed: { details: 'Сделано мастером от начала до конца' },
    english: { name: 'Handmade', details: 'Made by one master' },
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
        : { type: 'specific_shop', received_by: [scene.shop.id] }),
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
};
