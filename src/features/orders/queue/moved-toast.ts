import type { QueryClient } from '@tanstack/react-query';
import { i18n } from 'next-i18next/pages';
import { apiAs } from '@/lib/api/client';
import { showToast } from '@/lib/toast';
import { undoOptions } from '@/lib/undo-toast';

export const refetchAffected = (client: QueryClient) =>
  Promise.all(['orders', 'refunds', 'shops'].map((name) => client.invalidateQueries({ queryKey: [name] })));

/** Says that an order has moved. A handover can be undone from there until the customer is told. */
export function showMovedToast(client: QueryClient, id: number, answer: unknown): void {
  const until = undoUntil(answer);
  const undoes = () => void undo(client, id).catch(() => undefined);
  const said = text(`orders:orders.${until ? 'details.shipped' : 'moved'}`);
  showToast('success', said, undoOptions(until, text('common:button-undo'), undoes));
}

/** As a mutation, so that a refusal is shown as all others. */
function undo(client: QueryClient, id: number): Promise<unknown> {
  return client
    .getMutationCache()
    .build(client, {
      mutationFn: () => apiAs.post<unknown>(`orders/${id}/undo`, {}),
      onSuccess: () => say('orders:orders.details.ship-undone'),
      onSettled: () => refetchAffected(client),
    })
    .execute(undefined);
}

const text = (key: string) => i18n?.t(key) ?? '';
const say = (key: string) => showToast('success', text(key));

/** Other servers have no undo. */
function undoUntil(answer: unknown): string | undefined {
  const isOrder = typeof answer === 'object' && answer !== null && 'undo_until' in answer;
  return isOrder && typeof answer.undo_until === 'string' ? answer.undo_until : undefined;
}
