import { type RefObject, useEffect, useRef } from 'react';
import type { NewOrder } from './use-new-order';

interface Fields {
  search: RefObject<HTMLInputElement | null>;
  phone: RefObject<HTMLInputElement | null>;
  note: RefObject<HTMLTextAreaElement | null>;
}

/** F2 customer, F3 delivery, F6 note, «/» search, Ctrl Enter places the order. */
export function useOrderKeys(order: NewOrder, fields: Fields): void {
  const latest = useRef({ order, fields });
  latest.current = { order, fields };
  useEffect(() => {
    const act = (event: KeyboardEvent): boolean => {
      const { order: now, fields: of } = latest.current;
      if (now.placed) return false;
      const isTyping = event.target instanceof HTMLElement && event.target.closest('input, textarea');
      if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) now.place();
      else if (event.ctrlKey || event.altKey || event.metaKey) return false;
      else if (event.key === 'F2') {
        // The page moves the focus to the phone once its field is there.
        if (now.receipt.phone !== '') now.setCustomer('', null);
        else of.phone.current?.focus();
      } else if (event.key === 'F3') {
        document.querySelector<HTMLInputElement>('input[name="order-delivery"]:checked')?.focus();
      } else if (event.key === 'F6') of.note.current?.focus();
      else if (event.key === '/' && !isTyping) of.search.current?.focus();
      else return false;
      return true;
    };
    const handleKey = (event: KeyboardEvent) => {
      if (act(event)) event.preventDefault();
    };
    document.addEventListener('keydown', handleKey);
    return () => document.removeEventListener('keydown', handleKey);
  }, []);
}
