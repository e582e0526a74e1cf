import type { CaptureMoment } from '@/contract/settings/captures';
import { setSettings } from '../../../support/checkout';
import type { Paying } from '../paying';

/** Orders whose money an acquirer holds. */

/** An order of 2,000 ₽ by card, whose buyer has paid: the money is held. */
export async function heldOrder(paying: Paying, captureAt: CaptureMoment, more: object = {}) {
  const { api, ask, attempts, control, runJobs, unpaid } = paying;
  await setSettings(api, { captureAt });
  const order = await unpaid(more);
  await ask(order.number);
  const paymentId = (await attempts()).at(-1)?.payment_id ?? '';
  await control({ do: 'pay', id: paymentId });
  await runJobs();
  return { ...order, paymentId };
}

/** What the stand-in has taken and given back, in kopecks. */
export async function movementsOf({ control }: Paying): Promise<[string, number][]> {
  const rows = (await control({ do: 'movements' })) as { kind: string; amount: number }[];
  return rows.map(({ kind, amount }) => [kind, amount]);
}

export const move = ({ api, scene }: Paying, id: number, order_status: string) =>
  api.request<{ message: string; errors: unknown }>(scene.super_admin, 'PUT', `orders/${id}`, {
    order_status,
  });

export const partsOf = ({ api }: Paying, rootId: number) =>
  api.db.selectFrom('orders').selectAll().where('parent_id', '=', rootId).orderBy('id').execute();

export const captureOf = ({ api, scene }: Paying, id: number) =>
  api.request<{ asked: boolean; message: string }>(scene.super_admin, 'POST', `orders/${id}/capture`);
