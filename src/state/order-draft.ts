import { atom, useAtomValue, useSetAtom } from 'jotai';
import { useMemo } from 'react';
import { isRecord } from '@/contract/core/own-value';
import { storedAtom } from './stored';

/** A pickup point (contract/orders `delivery_point`). */
export interface PickupPoint {
  code: string;
  carrier: string;
  name: string;
  address: string;
}

/** Order data besides the checkout state of specification §3. */
export interface OrderDraft {
  /** Picked up instead of delivered by courier. */
  isPickup: boolean;
  point: PickupPoint | null;
  note: string;
  /** Body of the last attempt to place the order, to which the token of the checkout belongs. */
  sent: string | null;
}

export const emptyDraft: OrderDraft = { isPickup: false, point: null, note: '', sent: null };

const keptDraft = storedAtom<OrderDraft>('gostiny-order-draft', emptyDraft, parseDraft);

/** A new customer has no pickup point yet. */
export const forgetPointAtom = atom(null, (_get, set) =>
  set(keptDraft, (draft) => ({ ...draft, isPickup: false, point: null })),
);

export const resetDraftAtom = atom(null, (_get, set) => set(keptDraft, emptyDraft));

export function useOrderDraft(): OrderDraft {
  return useAtomValue(keptDraft);
}

export function useOrderDraftActions() {
  const set = useSetAtom(keptDraft);
  return useMemo(
    () => ({ change: (facts: Partial<OrderDraft>) => set((draft) => ({ ...draft, ...facts })) }),
    [set],
  );
}

/** Restores the valid part of a stored draft. */
function parseDraft(kept: unknown): OrderDraft {
  if (!isRecord(kept)) return emptyDraft;
  const { isPickup, point, note, sent } = kept;
  return {
    isPickup: isPickup === true,
    point: hasTexts(point, ['code', 'carrier', 'name', 'address']) ? point : null,
    note: typeof note === 'string' ? note : '',
    sent: typeof sent === 'string' ? sent : null,
  };
}

function hasTexts<Key extends string>(value: unknown, keys: readonly Key[]): value is Record<Key, string> {
  return isRecord(value) && keys.every((key) => typeof value[key] === 'string');
}
