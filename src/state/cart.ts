import { atom, useAtomValue, useSetAtom } from 'jotai';
import { useMemo } from 'react';
import { isRecord } from '@/contract/core/own-value';
import * as math from './cart-math';
import { clearVerifiedResponseAtom } from './checkout';
import { storedAtom } from './stored';

const keptCart = storedAtom<math.Cart>('gostiny-cart', math.emptyCart, parseCart);

/** Every change recomputes the totals and clears the verified checkout. */
const changeCartAtom = atom(null, (_get, set, change: (items: math.CartItem[]) => math.CartItem[]) => {
  set(keptCart, (cart) => math.buildCart(change(cart.items), cart.meta));
  set(clearVerifiedResponseAtom);
});

const resetCartAtom = atom(null, (_get, set) => {
  set(keptCart, math.emptyCart);
  set(clearVerifiedResponseAtom);
});

/** The cart of the order being created, stored in this browser. */
export function useCart(): math.Cart {
  return useAtomValue(keptCart);
}

export function useCartActions() {
  const change = useSetAtom(changeCartAtom);
  const reset = useSetAtom(resetCartAtom);
  return useMemo(
    () => ({
      addItemWithQuantity: (item: math.NewCartItem, quantity: number) =>
        change((items) => math.addItemWithQuantity(items, item, quantity)),
      removeItemOrQuantity: (id: math.CartItem['id'], quantity = 1) =>
        change((items) => math.removeItemOrQuantity(items, id, quantity)),
      addItem: (item: math.CartItem) => change((items) => math.addItem(items, item)),
      removeItem: (id: math.CartItem['id']) => change((items) => math.removeItem(items, id)),
      updateItem: (id: math.CartItem['id'], facts: Partial<math.CartItem>) =>
        change((items) => math.updateItem(items, id, facts)),
      reset,
    }),
    [change, reset],
  );
}

/** Valid lines of a stored cart; totals are always recomputed. */
function parseCart(kept: unknown): math.Cart {
  if (typeof kept !== 'object' || kept === null || !('items' in kept) || !Array.isArray(kept.items)) {
    return math.emptyCart;
  }
  const meta = 'meta' in kept && isRecord(kept.meta) ? kept.meta : null;
  return math.buildCart(kept.items.filter(isCartItem), meta);
}

function isCartItem(value: unknown): value is math.CartItem {
  if (!isRecord(value)) return false;
  const { id, price, quantity, stock } = value;
  if (typeof id !== 'number' && typeof id !== 'string') return false;
  return [price, quantity, stock].every((number) => Number.isFinite(number)) && Number(quantity) > 0;
}
