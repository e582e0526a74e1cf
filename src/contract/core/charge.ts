import type { FormField } from './define';

/** Delivery charges: a fixed sum, a share of the order, or free. */
export const chargeTypes = ['fixed', 'percentage', 'free_shipping'] as const;

export interface Charge {
  type: (typeof chargeTypes)[number];
  amount?: number | null;
}

/** Form fields: the kind of charge, then its amount in money or per cent. */
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

/** Column that shows a sum as money and a share in per cent. */
export function chargeCell({ type, amount }: Charge): string | number | null {
  return type === 'percentage' ? `${amount}\u00a0%` : (amount ?? null);
}
