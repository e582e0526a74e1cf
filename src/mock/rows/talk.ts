import type { User } from '@/contract/accounts/users/schema';
import type { ProductDetails } from '@/contract/catalogue/products/details';
import type { Question } from '@/contract/feedback/questions/schema';
import type { FeedbackCounts, Review } from '@/contract/feedback/reviews/schema';
import type { WithdrawDetails } from '@/contract/ledger/withdraws/schema';
import type { NotifyLog } from '@/contract/messaging/notifications';
import type { StoreNotice } from '@/contract/messaging/store-notices/schema';
import type { OrderDetails } from '@/contract/orders/wire';
import type { Shop } from '@/contract/shops/schema';
import commentData from '@/server/demo/feedback/comments.json';
import questionData from '@/server/demo/feedback/questions.json';
import withdrawData from '@/server/demo/ledger/withdraws.json';
import noticeData from '@/server/demo/messaging/store-notices.json';
import { shopIndex } from './people';
import { dayFromNow, daysFromNow, nth, numbered, stubOf, typed } from './row';

const noCounts: FeedbackCounts = {
  positive_feedbacks_count: 0,
  negative_feedbacks_count: 0,
  abusive_reports_count: 0,
  my_feedback: null,
};

/** Product and author of a review or a question. */
function subject(product: ProductDetails, user: User) {
  return {
    product_id: product.id,
    product: { ...stubOf(product), image: null },
    shop_id: product.shop_id,
    shop: product.shop,
    user_id: user.id,
    user: { id: user.id, name: user.name, avatar: null },
  };
}

export function makeReviews(products: readonly ProductDetails[], users: readonly User[]): Review[] {
  const comments = Object.entries(typed<Record<string, string[]>>(commentData)).flatMap(([rating, texts]) =>
    texts.map((comment) => ({ rating: Number(rating), comment })),
  );
  return numbered(
    comments.map(({ rating, comment }, index) => ({
      ...subject(nth(products, index * 4), nth(users, index + 4)),
      rating,
      comment,
      photos: [],
      variation_option_id: null,
      ...noCounts,
    })),
  );
}

export function makeQuestions(products: readonly ProductDetails[], users: readonly User[]): Question[] {
  return numbered(
    typed<[string, string?][]>(questionData).map(([question, text = null], index) => {
      const answer = index % 2 === 0 ? text : null;
      return {
        ...subject(nth(products, index * 3), nth(users, index + 4)),
        question,
        answer,
        answered_at: answer && daysFromNow(-index - 1),
        ...noCounts,
      };
    }),
  );
}

export function makeWithdraws(shops: readonly Shop[]): WithdrawDetails[] {
  type WithdrawData = { shop: string; method: string; moves: [WithdrawDetails['status'], number][] };
  return numbered(
    typed<WithdrawData[]>(withdrawData).map(({ shop: key, method, moves }, index) => {
      const shop = nth(shops, shopIndex(key));
      const status = moves.at(-1)?.[0] ?? 'pending';
      const balance = {
        total_earnings: 240_000,
        withdrawn_amount: 120_000,
        on_hold_amount: 20_000,
        current_balance: 100_000,
      };
      return {
        shop_id: shop.id,
        shop: stubOf(shop),
        amount: 5000 + index * 1500,
        payment_method: method,
        details: null,
        note: null,
        status,
        decision_note: null,
        decided_at: null,
        moves: moves.map(([moved]) => ({ status: moved, at: daysFromNow(-index), note: null, by: null })),
        requisites: null,
        fast_payments: null,
        has_other_requisites: false,
        balance,
      };
    }),
  );
}

export function makeNotices(admin: User): StoreNotice[] {
  type NoticeData = Pick<StoreNotice, 'priority' | 'type' | 'notice' | 'description'> & {
    days: [number, number];
  };
  return numbered(
    typed<NoticeData[]>(noticeData).map(({ priority, type, notice, description, days: [from, to] }) => ({
      priority,
      type,
      notice,
      description,
      received_by: [],
      users: [],
      shops: [],
      effective_from: dayFromNow(from),
      expired_at: dayFromNow(to),
      is_read: true,
      read_status: [],
      creator_role: 'super_admin',
      creator: { id: admin.id, name: admin.name, email: admin.email },
      created_by: admin.id,
    })),
  );
}

/** Notifications of a person about the newest orders. */
export function makeNotifications(orders: readonly OrderDetails[], receiver: number): NotifyLog[] {
  return orders.slice(0, 12).map((order, index) => ({
    id: index + 1,
    receiver,
    sender: null,
    sender_user: null,
    notify_type: 'order',
    notify_event: 'new',
    notify_receiver_type: 'admin',
    is_read: index > 2,
    notify_text: null,
    notify_tracker: order.tracking_number,
    subject_id: order.id,
    shop: null,
    created_at: order.created_at,
  }));
}
