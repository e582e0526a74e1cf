import { toSlug } from '@/contract/core/slug';
import type { SeedCtx } from '@/server/demo/context';
import { english } from '@/server/demo/families';
import { pastMoments } from '@/server/demo/random';

interface DemoPolicy {
  title: string;
  text: string;
  target: 'vendor' | 'customer';
  status?: 'approved' | 'pending';
  english?: [title: string, text: string];
}

const policies: readonly DemoPolicy[] = [
  {
    title: 'Товар не подошёл: 14 дней на возврат',
    text: 'Верните товар надлежащего качества в течение 14 дней после получения, если сохранены вид, ярлыки и упаковка. Деньги придут на карту в течение десяти дней с момента, как магазин получит посылку. Обратную доставку оплачивает покупатель.',
    target: 'customer',
    english: [
      'It does not suit you: 14 days to return',
      'Return an item of good quality within 14 days if its look, labels and packaging are kept. The money arrives within ten days.',
    ],
  },
  {
    title: 'Брак и повреждение при доставке',
    text: 'Пришлите фото товара и упаковки. Магазин вернёт полную стоимость вместе с доставкой или отправит замену, как вы решите. Везти товар обратно за свой счёт не нужно.',
    target: 'customer',
    english: [
      'Faults and damage in transit',
      'Send photos of the item and its packaging. The shop returns the full price with delivery or sends a replacement.',
    ],
  },
  {
    title: 'Продукты питания',
    text: 'Чай, мёд и варенье надлежащего качества возврату не подлежат. Если срок годности истёк, банка треснула или пришло не то, вернём деньги без вопросов.',
    target: 'customer',
    english: [
      'Food',
      'Tea, honey and jam of good quality cannot be returned. If something is wrong with them, we return the money.',
    ],
  },
  {
    title: 'Заказ не приехал вовремя',
    text: 'Если посылка опоздала больше чем на пять дней, от неё можно отказаться и получить деньги назад полностью, даже когда она уже в пункте выдачи.',
    target: 'customer',
  },
  {
    title: 'Вещи, сделанные на заказ',
    text: 'Бельё по вашим размерам, гравировку и роспись с именем магазин вправе не принимать обратно, если они сделаны верно. Ошибку мастера он исправит за свой счёт.',
    target: 'customer',
    status: 'pending',
  },
  {
    title: 'Сроки ответа на заявку о возврате',
    text: 'Магазин отвечает на заявку в течение одного рабочего дня. Если ответа нет три дня, площадка решает сама, опираясь на фото и переписку.',
    target: 'vendor',
    english: [
      'How soon a shop answers a return request',
      'A shop answers within one working day. After three days without an answer the marketplace decides.',
    ],
  },
  {
    title: 'Кто платит за обратную доставку',
    text: 'За брак, пересорт и опоздание платит магазин, за «не подошло» платит покупатель. Сумма удерживается из ближайшей выплаты.',
    target: 'vendor',
  },
  {
    title: 'Возврат комиссии площадки',
    text: 'Когда деньги возвращаются покупателю, площадка возвращает магазину свою комиссию с этой продажи. Исключение составляют отмены по вине магазина.',
    target: 'vendor',
    status: 'pending',
  },
];

const reasons: readonly [name: string, english: string][] = [
  ['Товар не соответствует описанию', 'Product not as described'],
  ['Прислали не тот товар', 'Wrong item shipped'],
  ['Товар повреждён', 'Damaged item'],
  ['Заказ отменён', 'Cancelled order'],
  ['Доставка опоздала', 'Late delivery'],
  ['Товар больше не нужен', 'Item not needed'],
  ['Передумал покупать', 'Changed my mind'],
  ['Другая причина', 'Others'],
];

export async function seedRefundPolicies({ db, now, random }: SeedCtx): Promise<void> {
  const rows = policies.map(({ title, text, target, status = 'approved', english: words }) => ({
    ...pastMoments(random, now),
    title,
    slug: toSlug(title),
    description: text,
    target,
    status,
    translations: english(words, ['title', 'description']),
  }));
  await db.insertInto('refund_policies').values(rows).execute();
}

export async function seedRefundReasons({ db, now, random }: SeedCtx): Promise<void> {
  const rows = reasons.map(([name, word]) => ({
    ...pastMoments(random, now),
    name,
    slug: toSlug(name),
    translations: english([word], ['name']),
  }));
  await db.insertInto('refund_reasons').values(rows).execute();
}
