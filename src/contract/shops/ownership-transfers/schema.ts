import * as yup from 'yup';
import type { BaseRow, Stub } from '@/contract/core/define';
import { choice, freeText } from '@/contract/core/rules';

/** `POST transfer-shop-ownership`. The receiver is one of `GET ownership-transfer/vendors`. */
export const transferSchema = yup.object({
  shop_id: yup.number().integer().positive().required('error-shop-required'),
  vendor_id: yup
    .number()
    .integer()
    .positive()
    .typeError('error-vendor-required')
    .required('error-vendor-required'),
  message: freeText().max(1000, 'error-too-long').nullable(),
});

export type TransferInput = yup.InferType<typeof transferSchema>;

export const transferStates = ['pending', 'processing', 'approved', 'rejected'] as const;

export type TransferState = (typeof transferStates)[number];

/** `PUT ownership-transfer/{id}`: an administrator's decision. */
export const transferDecisionSchema = yup.object({
  status: choice(transferStates, 'error-status-required'),
  note: freeText().max(1000, 'error-too-long').nullable(),
});

/** A user embedded in a transfer. */
interface TransferPerson {
  id: number;
  name: string;
}

/** An ownership transfer. `from` and `to` are ids of users. */
export interface OwnershipTransfer extends BaseRow {
  transaction_identifier: string;
  shop_id: number;
  shop: Stub | null;
  from: number;
  to: number;
  from_user: TransferPerson | null;
  to_user: TransferPerson | null;
  message: string | null;
  status: TransferState;
  note: string | null;
  created_by: number;
  decided_at: string | null;
}

/** `GET shops/{id}/transfer-conditions`: what a transfer includes, and what blocks it. Money in roubles. */
export interface TransferConditions {
  balance: number;
  on_hold: number;
  pending_withdraws: number;
  open_orders: number;
  staffs: number;
  /** `error-transfer-money` while a withdrawal is pending; null when nothing blocks the transfer. */
  blocked: string | null;
}

/** A vendor of `GET ownership-transfer/vendors?search=`, a bare list of at most twenty. */
export interface TransferVendor extends TransferPerson {
  email: string;
}
