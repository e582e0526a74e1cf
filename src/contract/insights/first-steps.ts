import * as yup from 'yup';
import { choice } from '@/contract/core/rules';

/** Setup steps that a new installation needs before its first order, in order. */
export const firstSteps = [
  'site',
  'currency',
  'company',
  'mail',
  'documents',
  'types',
  'shop',
  'delivery',
  'tax',
  'receipts',
  'product',
  'moderation',
  'admin',
  'approvals',
] as const;

/** Steps about a value with a default, which an administrator may decide to keep. */
export const keptSteps = ['currency', 'moderation'] as const satisfies readonly (typeof firstSteps)[number][];

export type KeptStep = (typeof keptSteps)[number];

/** `POST first-steps/keep`. */
export const keepStepSchema = yup.object({ step: choice(keptSteps, 'error-wrong-value') });

export type FirstStep = (typeof firstSteps)[number];

/** Answer of `GET first-steps`. */
export interface FirstSteps {
  /** False once dismissed, in demo data, or when all steps are done. */
  is_shown: boolean;
  steps: {
    key: FirstStep;
    is_done: boolean;
    /**
     * There is a way of delivery, but no order uses it: nobody chose it, and goods have no delivery classes. Receipts are
     * asked for, but what they need is missing: a cash register, the tax system, or what names a shop as supplier. A shop
     * waits to be opened.
     */
    is_begun?: boolean;
  }[];
}
