import { Minus, Plus, ShoppingBasket } from 'lucide-react';
import { useTranslation } from 'next-i18next/pages';
import { type KeyboardEvent, useId, useState } from 'react';
import { Field } from '@/components/inputs/field';
import { Input } from '@/components/inputs/input';
import { Button } from '@/components/ui/button';
import { formatNumber } from '@/lib/format/format';

interface OrderBarProps {
  /** How many may be taken; 0 while nothing can be. */
  left: number;
  /** Why nothing can be put into the order, in words. */
  reason: string | undefined;
  onAdd: (quantity: number) => void;
}

/** How many, and into the order. */
export function OrderBar({ left, reason, onAdd }: OrderBarProps) {
  const { t, i18n } = useTranslation('form');
  const id = useId();
  const [text, setText] = useState('1');
  const quantity = /^\d+$/.test(text.trim()) ? Number(text) : 0;
  const isOff = reason !== undefined;
  const word = (key: string, options = {}) => t(`form:products.variations.dialog.${key}`, options);
  const wrong =
    quantity < 1
      ? word('wrong-quantity')
      : quantity > left
        ? word('most', { text: formatNumber(left, i18n.language) })
        : undefined;
  const step = (by: number) => setText(String(Math.max(1, Math.min(left, quantity + by))));
  const add = () => {
    if (!isOff && !wrong) onAdd(quantity);
  };
  const handleKey = (event: KeyboardEvent) => {
    if (event.key === 'Enter') add();
    if (event.key === 'ArrowUp' || event.key === 'ArrowDown') {
      event.preventDefault();
      step(event.key === 'ArrowUp' ? 1 : -1);
    }
  };
  return (
    <div className="mt-5 border-t border-line-faint pt-4">
      <div className="flex flex-wrap items-start gap-3">
        <div className="w-40">
          <Field id={id} label={word('quantity')} error={isOff ? undefined : wrong}>
            {(control) => (
              <span className="flex items-center gap-1">
                <Button
                  aria-label={word('less')}
                  disabled={isOff || quantity <= 1}
                  icon={<Minus aria-hidden="true" className="size-4" />}
                  onClick={() => step(-1)}
                />
                <Input
                  {...control}
                  inputMode="numeric"
                  autoComplete="off"
                  disabled={isOff}
                  maxLength={9}
                  className="min-w-0 px-1! text-center"
                  value={text}
                  onChange={(event) => setText(event.target.value)}
                  onKeyDown={handleKey}
                />
                <Button
                  aria-label={word('more')}
                  disabled={isOff || quantity >= left}
                  icon={<Plus aria-hidden="true" className="size-4" />}
                  onClick={() => step(1)}
                />
              </span>
            )}
          </Field>
        </div>
        <Button
          variant="primary"
          className="mt-6.5 flex-1"
          disabled={isOff || wrong !== undefined}
          aria-describedby={isOff ? `${id}-reason` : undefined}
          icon={<ShoppingBasket aria-hidden="true" className="size-4" />}
          onClick={add}
        >
          {word('add')}
        </Button>
      </div>
      <p id={`${id}-reason`} aria-live="polite" className="mt-2 min-h-4.5 text-small text-ink-second">
        {reason}
      </p>
    </div>
  );
}
