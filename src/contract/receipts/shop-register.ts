import * as yup from 'yup';
import { isInn } from '@/contract/core/requisites';
import { choice, freeText } from '@/contract/core/rules';
import { taxSystems } from '@/contract/shops/requisites';
import { asksAccess, type RegisterQueue } from './registers';

/** `demo` registers nothing anywhere, and is offered in a demo only. */
export const shopRegisterKinds = ['atol', 'demo'] as const;

export type ShopRegisterKind = (typeof shopRegisterKinds)[number];

/** Without `npd`: the self-employed issue receipts in the app of the tax service. */
export const registerTaxSystems = taxSystems.filter((one) => one !== 'npd');

/** `PUT shops/{id}/register`. Login and password that are left empty stay as they are. */
export const shopRegisterSchema = yup.object({
  kind: choice(shopRegisterKinds, 'error-wrong-value'),
  group_code: yup
    .string()
    .trim()
    .nullable()
    .when('kind', ([kind]: ShopRegisterKind[], code) =>
      kind && asksAccess[kind]
        ? code
            .required('error-group-code-required')
            .matches(/^[\w.-]{1,60}$/, { message: 'error-group-code-format', excludeEmptyString: true })
        : code.transform(() => null),
    ),
  login: yup.string().trim().max(200, 'error-too-long').nullable(),
  password: yup.string().max(200, 'error-too-long').nullable(),
  inn: yup
    .string()
    .trim()
    .required('error-inn-required')
    .test('digits', 'error-inn-checksum', (inn) => !inn || isInn(inn)),
  tax_system: choice(registerTaxSystems, 'error-tax-system-required'),
  email: yup
    .string()
    .trim()
    .lowercase()
    .email('error-email-format')
    .max(64, 'error-too-long')
    .required('error-email-required'),
  place: freeText().required('error-settlement-place-required').max(256, 'error-too-long'),
  is_on: yup.boolean().default(false),
  /** Of the register that the form was filled with. */
  version: yup.number().integer().nullable(),
});

/** A register as its owner sees it, never with its credentials. */
export interface ShopRegister {
  kind: ShopRegisterKind;
  group_code: string | null;
  has_credentials: boolean;
  inn: string;
  tax_system: (typeof registerTaxSystems)[number];
  email: string;
  place: string;
  is_on: boolean;
  /** Since when receipts go to it. */
  on_from: string | null;
  version: number;
}

/** `GET shops/{id}/register`. */
export interface ShopRegisterPage {
  register: ShopRegister | null;
  /** What can be connected to this installation. */
  kinds: ShopRegisterKind[];
  /** False until the server has a key that seals credentials. */
  can_seal: boolean;
  /** The day from which the marketplace issues receipts; without it none are written. */
  receipts_from: string | null;
  /** For a new one, from the requisites of the shop. */
  suggested: Pick<ShopRegister, 'inn' | 'email' | 'place'> & {
    tax_system: ShopRegister['tax_system'] | null;
  };
  queue: RegisterQueue | null;
}

/** `POST shops/{id}/register/check`: whether the register answers and takes the credentials; it issues nothing. */
export interface RegisterCheck {
  state: 'ok' | 'access' | 'silent';
  /** As the register words it. */
  text: string | null;
}
