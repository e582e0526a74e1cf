/** Money that a person decides about (rules/payments: what a machine may not decide waits for a person). */
export const taskKinds = [
  'late',
  'double',
  'wrong_sum',
  'wrong_currency',
  'contradiction',
  'hold_expiring',
  'refund_refused',
  'refund_unknown',
  'refund_stuck',
  'foreign_refund',
  'chargeback',
] as const;

export type TaskKind = (typeof taskKinds)[number];
