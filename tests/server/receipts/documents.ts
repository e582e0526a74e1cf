import { toMinor } from '@/contract/core/money';
import type { ReceiptLine } from '@/contract/receipts/receipt';
import { signSbp } from '@/server/integrations/sbp/sbp-payments';
import { placedOrder } from '../../support/order-life';
import type { GivenLine, GivenOrder } from '../../support/orders';
import { readAllEvents } from '../../support/processes/read-events';
import { buildProduct } from '../../support/products';
import type { setUpScene } from '../../support/scene';

export const secret = 'a-secret-of-the-gateway';

/** Receipts of orders that are paid, handed over and refunded through the API. */
export function receiptWorld({ api, scene }: ReturnType<typeof setUpScene>) {
  let last = 0;
  const admin = () => scene.super_admin;
  return {
    /** Two pieces of 1,000 ₽ of one shop and one of 500 ₽ of another, with delivery of 300 ₽, unpaid. */
    async unpaid(more: Partial<GivenOrder & { points: number }> = {}, lines?: GivenLine[]) {
      const [first, second] = [
        await buildProduct(api.db, { shop: scene.shop, name: 'Чай' }),
        await buildProduct(api.db, { shop: scene.otherShop, name: 'Чашка' }),
      ];
      return placedOrder(api, {
        customer: scene.customer,
        gateway: 'SBP' as const,
        lines: lines ?? [
          { shop: scene.shop, product: first, quantity: 2 },
          { shop: scene.otherShop, product: second, unitPrice: 50_000, more: { vatRate: '10' } },
        ],
        off: { delivery: 30_000 },
        ...more,
      });
    },
    /** The bank reports the money of the order's payment link, or this sum in kopecks. */
    async pay(order: { id: number; tracking_number: string }, amount?: number) {
      const { body } = await api.request<{ amount: number; payment_intent_info: { payment_id: string } }>(
        admin(),
        'GET',
        `payment-intent?tracking_number=${order.tracking_number}`,
      );
      await this.report(body.payment_intent_info.payment_id, amount ?? toMinor(body.amount));
    },
    async report(paymentId: string, amount: number) {
      last += 1;
      const event = { event_id: `e-${last}`, payment_id: paymentId, status: 'success', amount };
      const text = JSON.stringify({ ...event, at: api.now().toISOString() });
      await api.request(null, 'POST', 'webhooks/sbp', text, { 'x-signature': signSbp(secret, text) });
    },
    move: (id: number, order_status: string) => api.request(admin(), 'PUT', `orders/${id}`, { order_status }),
    async refund(body: object) {
      const asked = await api.request(admin(), 'POST', 'refunds', body);
      return this.approve(Number(asked.body.id));
    },
    approve: (id: number, method = 'payment') =>
      api.request(admin(), 'PUT', `refunds/${id}`, {
        status: 'approved',
        decision_note: 'Проверили',
        method,
      }),
    /** As short texts: kind, how it is paid, and its lines. */
    async receipts() {
      await readAllEvents(api);
      const rows = await api.db.selectFrom('receipts').selectAll().orderBy('id').execute();
      return rows.map((row) => ({ ...row, lines: row.lines as unknown as ReceiptLine[] }));
    },
    async said() {
      return (await this.receipts()).map(({ kind, exclusion, cash, cashless, prepaid, lines }) =>
        [
          kind,
          ...(exclusion ? [`(${exclusion})`] : []),
          ...Object.entries({ cash, cashless, prepaid }).flatMap(([name, sum]) =>
            sum > 0 ? [`${name} ${sum}`] : [],
          ),
          ...lines.map(
            ({ name, quantity, sum, vat, mode }) => `${name} ${quantity} ${sum / 100} ${vat} ${mode}`,
          ),
        ].join(' | '),
      );
    },
  };
}
