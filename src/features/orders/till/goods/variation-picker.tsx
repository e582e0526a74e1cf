import { type KeyboardEvent, useEffect, useRef } from 'react';
import type { TillGood } from '@/contract/orders/till';
import { keyOfGood, type Receipt, receiptQuantity } from '@/state/till-receipt';
import { PriceLine, Taken } from './good-tile';
import { canBeSold, type Tile } from './tile';

interface VariationPickerProps {
  goods: Tile['goods'];
  receipt: Receipt;
  /** Opened from the keyboard: the first variation takes the focus. */
  isByKey: boolean;
  onAdd: (good: TillGood) => void;
  onClose: () => void;
}

/** Variations of a product below the row of its tile. It stays open: the next customer's size is one touch away. */
export function VariationPicker({ goods, receipt, isByKey, onAdd, onClose }: VariationPickerProps) {
  const list = useRef<HTMLUListElement>(null);
  const isLed = useRef(isByKey);
  useEffect(() => {
    list.current?.scrollIntoView({ block: 'nearest' });
    if (isLed.current) list.current?.querySelector<HTMLElement>('button:enabled')?.focus();
  }, []);
  const handleKey = (event: KeyboardEvent) => {
    const [on, back] = document.dir === 'rtl' ? ['ArrowLeft', 'ArrowRight'] : ['ArrowRight', 'ArrowLeft'];
    const step = ['ArrowDown', on].includes(event.key) ? 1 : ['ArrowUp', back].includes(event.key) ? -1 : 0;
    if (step !== 0) {
      const all = [...(list.current?.querySelectorAll<HTMLElement>('button:enabled') ?? [])];
      all[all.findIndex((one) => one === document.activeElement) + step]?.focus();
    } else if (event.key === 'Escape') onClose();
    else return;
    event.preventDefault();
  };
  const [{ name }] = goods;
  return (
    <li className="col-span-full">
      <ul
        ref={list}
        aria-label={name}
        className="grid grid-cols-2 gap-2 rounded-card bg-sunken p-2.5 md:grid-cols-3 xl:grid-cols-4"
        onKeyDown={handleKey}
      >
        {goods.map((good) => (
          <li key={keyOfGood(good)} className="min-w-0">
            <button
              type="button"
              disabled={!canBeSold(good)}
              className="flex h-full min-h-12 w-full items-center gap-2 rounded-control border border-line bg-surface px-2.5 py-1.5 text-start transition-colors hover:not-disabled:border-accent active:not-disabled:bg-accent-soft disabled:opacity-55"
              onClick={() => onAdd(good)}
            >
              <span className="min-w-0 flex-1">
                <span className="block font-medium text-balance break-words" dir="auto">
                  {good.variation}
                </span>
                <PriceLine goods={[good]} />
              </span>
              <Taken count={receiptQuantity(receipt, good)} />
            </button>
          </li>
        ))}
      </ul>
    </li>
  );
}
