import type { FormField, Tone } from './define';

/** How a delivery is charged: a sum, a share of the order, or nothing (reference entities E62, rules R-161). */
export const chargeTypes = ['fixed', 'percentage', 'free_shipping'] as const;

export interface Charge {
  type: (typeof chargeTypes)[number];
  amount?: number | null;
}

export const chargeTones: Record<Charge['type'], Tone> = {
  fixed: 'accent',
  percentage: 'neutral',
  free_shipping: 'good',
};

/** The kind of charge, then what it asks for: money or per cent. */
export const chargeFields: FormField<Charge>[] = [
  { key: 'type', kind: 'radio', required: true, options: chargeTypes },
  { key: 'amount', kind: 'money', required: true, when: ({ type }) => type === 'fixed' },
  {
    key: 'amount',
    kind: 'number',
    required: true,
    unit: 'percent',
    when: ({ type }) => type === 'percentage',
  },
];

/** What a list shows: a sum is money, a share says so itself. */
export function chargeOf({ type, amount }: Charge): string | number | null {
  return type === 'percentage' ? `${amount}\u00a0%` : (amount ?? null);
}
