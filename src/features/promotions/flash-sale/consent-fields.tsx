import { useTranslation } from 'next-i18next/pages';
import { useId } from 'react';
import { Checkbox } from '@/components/inputs/checkbox';
import { NumberInput } from '@/components/inputs/number-input';
import { WrittenText } from '@/components/ui/written-text';
import type { SaleProduct } from '@/contract/promotions/flash-sale/schema';

/** A product's price floor as typed. */
export interface TypedFloor {
  product_id: number;
  min_price: string;
}

/** Floors to submit; empty inputs are left out. */
export function filledFloors(floors: readonly TypedFloor[]): TypedFloor[] {
  return floors.filter(({ min_price }) => min_price.trim() !== '');
}

interface FloorInputProps {
  product: Pick<SaleProduct, 'id' | 'name'>;
  floors: readonly TypedFloor[];
  onChange: (floors: TypedFloor[]) => void;
}

/** «Не дешевле»: price floor of a product in a sale. */
export function FloorInput({ product: { id, name }, floors, onChange }: FloorInputProps) {
  const { t } = useTranslation('promotions');
  const card = 'promotions:flash-sale.card';
  const input = useId();
  return (
    <span className="mt-1 flex flex-wrap items-center gap-x-2 gap-y-1 text-small text-ink-second">
      <label htmlFor={input} title={t(`${card}.floor-hint`)}>
        {t(`${card}.floor`)}
      </label>
      <span className="w-28">
        <NumberInput
          id={input}
          aria-label={t(`${card}.floor-of`, { name })}
          value={floors.find(({ product_id }) => product_id === id)?.min_price ?? ''}
          onChange={({ target }) => {
            const others = floors.filter(({ product_id }) => product_id !== id);
            onChange([...others, { product_id: id, min_price: target.value }]);
          }}
        />
      </span>
    </span>
  );
}

interface TermsTickProps {
  terms: string;
  isAgreed: boolean;
  /** Already translated. */
  error: string | undefined;
  onChange: (isAgreed: boolean) => void;
}

/** The terms recorded with the consent, and the checkbox that accepts them. */
export function TermsTick({ terms, isAgreed, error, onChange }: TermsTickProps) {
  const { t } = useTranslation('promotions');
  const id = useId();
  return (
    <div className="rounded-card bg-line-faint p-3">
      <p id={id} className="text-small">
        <WrittenText text={terms.replaceAll(' %', '\u00a0%')} />
      </p>
      <Checkbox
        className="mt-2 font-medium"
        label={t('promotions:flash-sale.card.agree')}
        aria-describedby={id}
        checked={isAgreed}
        onChange={({ target }) => onChange(target.checked)}
      />
      {error && (
        <p role="alert" className="mt-1 text-small font-medium text-bad">
          {error}
        </p>
      )}
    </div>
  );
}
