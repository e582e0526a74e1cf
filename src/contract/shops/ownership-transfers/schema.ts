import * as yup from 'yup';
import type { BaseRow, Stub } from '@/contract/core/define';
import { freeText } from '@/contract/core/rules';

/** `POST transfer-shop-ownership` (reference entities E34). Who it goes to is picked from `GET ownership-transfer/vendors`. */
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
  status: yup.string().oneOf(transferStates, 'error-wrong-value').required('error-status-required'),
  note: freeText().max(1000, 'error-too-long').nullable(),
});

/** A person as a transfer shows them. */
interface TransferPerson {
  id: number;
  name: string;
}

/** A shop on its way from one owner to another (reference entities E34). `from` and `to` are ids of people. */
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
  /** The administrator's words. */
  note: string | null;
  created_by: number;
  decided_at: string | null;
}

/** `GET shops/{id}/transfer-conditions`: what goes along with the shop, and what stands in the way. Money in roubles. */
export interface TransferConditions {
  balance: number;
  on_hold: number;
  pending_withdraws: number;
  open_orders: number;
  staffs: number;
  /** Money that is on its way out has to arrive first: `error-transfer-money`. Null when nothing is in the way. */
  blocked: string | null;
}

/** One vendor of `GET ownership-transfer/vendors?search=`, a bare list of at most twenty. */
export interface TransferVendor extends TransferPerson {
  email: string;
}
