import type { Ctx } from '@/server/core/context';
import { recordEvent, type StoredOrder } from '../lock-order';

/** The parcel of a part: its carrier and the carrier's number. */
export interface Parcel {
  carrier: string;
  number: string;
}

/** The parcel as text for the history; null for none. */
export const parcelText = ({
  parcel_carrier,
  parcel_number,
}: Pick<StoredOrder, 'parcel_carrier' | 'parcel_number'>) =>
  [parcel_carrier, parcel_number].filter(Boolean).join(' ') || null;

export async function recordParcel(ctx: Ctx, part: StoredOrder, from: string | null): Promise<void> {
  const to = parcelText(part);
  if (from !== to) await recordEvent(ctx, part, { kind: 'parcel', from, to });
}
