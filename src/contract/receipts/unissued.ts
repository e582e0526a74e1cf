/** `GET receipts/unissued`: money of buyers without a registered receipt. Roubles. */
export interface UnissuedMoney {
  /** The day from which receipts are issued; null: they are not. */
  from: string | null;
  receipts: number;
  amount: number;
  /** When the oldest of it moved, and for which order. */
  oldest_at: string | null;
  oldest_order: number | null;
  /** Of them: a person changes something first. */
  blocked: number;
  /** Of them: older than a day, so that only a correction is left. */
  late: number;
}

/** A receipt is issued within a day. */
export const receiptHours = 24;
