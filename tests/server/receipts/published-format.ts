import * as yup from 'yup';

/**
 * The published form of fiscal documents 1.2, as ATOL Online v5 takes them, written down from the tables of the format and not
 * from the code that makes the documents: tags, whether they are required, lengths and values.
 */

const text = (most: number) => yup.string().strict().min(1).max(most);
const roubles = () =>
  yup
    .number()
    .strict()
    .min(0)
    .max(42_949_672.95)
    .test(
      'kopecks',
      'more than two decimals',
      (sum) => sum === undefined || Math.abs(sum * 100 - Math.round(sum * 100)) < 1e-6,
    );
const inn = () =>
  yup
    .string()
    .strict()
    .matches(/^(\d{10}|\d{12})$/);
const phone = () =>
  yup
    .string()
    .strict()
    .matches(/^\+?\d{7,18}$/);
const closed = <Fields extends yup.ObjectShape>(fields: Fields) => yup.object(fields).noUnknown().strict();

/** Tags 1008, 1227 and 1228. */
const client = closed({ email: text(64).email(), phone: phone(), name: text(256), inn: inn() }).test(
  'reachable',
  'neither e-mail nor phone',
  ({ email, phone: number }) => email !== undefined || number !== undefined,
);

/** Tags 1117, 1055, 1018 and 1187. */
const company = closed({
  email: text(64).email().required(),
  sno: yup.string().strict().oneOf(['osn', 'usn_income', 'usn_income_outcome', 'esn', 'patent']).required(),
  inn: inn().required(),
  payment_address: text(256).required(),
});

/** Tags 1199 and 1200. */
const vat = closed({
  type: yup
    .string()
    .strict()
    .oneOf(['none', 'vat0', 'vat5', 'vat7', 'vat10', 'vat22', 'vat105', 'vat107', 'vat110', 'vat122'])
    .required(),
  sum: roubles().required(),
});

/** Tags 1030, 1079, 1023, 2108, 1043, 1214, 1212, 1222 to 1226 and 1171, 2000 and 2102. */
const item = closed({
  name: text(128).required(),
  price: roubles().required(),
  quantity: yup.number().strict().positive().max(99_999.999).required(),
  measure: yup.number().strict().oneOf([0, 10, 11, 12, 20, 21, 22, 255]).required(),
  sum: roubles().required(),
  payment_method: yup.string().strict().oneOf(['full_prepayment', 'advance', 'full_payment']).required(),
  payment_object: yup.number().strict().oneOf([1, 4, 10, 32, 33]).required(),
  vat: vat.required(),
  agent_info: closed({ type: yup.string().strict().oneOf(['commission_agent']).required() }).default(
    undefined,
  ),
  supplier_info: closed({
    inn: inn().required(),
    name: text(256).required(),
    phones: yup.array(phone().required()).min(1),
  }).default(undefined),
  mark_processing_mode: yup.string().strict().oneOf(['0']),
  mark_code: closed({
    gs1m: yup
      .string()
      .strict()
      .matches(/^[A-Za-z0-9+/]+={0,2}$/)
      .max(300)
      .required(),
  }).default(undefined),
})
  .test(
    'sum',
    'the sum is not price × quantity',
    ({ price, quantity, sum }) => Math.abs(price * quantity - sum) < 0.005,
  )
  .test(
    'agent',
    'an agent without a supplier',
    (one) => (one.agent_info === undefined) === (one.supplier_info === undefined),
  )
  .test(
    'code',
    'subject 33 has a code, others have none',
    (one) => (one.payment_object === 33) === (one.mark_code !== undefined),
  )
  .test('marked', 'a marked piece is one piece, with its mode', (one) => {
    if (one.mark_code === undefined) return one.mark_processing_mode === undefined;
    return one.quantity === 1 && one.measure === 0 && one.mark_processing_mode === '0';
  });

const content = {
  client: client.required(),
  company: company.required(),
  items: yup.array(item.required()).min(1).max(100).required(),
  /** Tags 1031, 1081 and 1215. */
  payments: yup
    .array(
      closed({
        type: yup.number().strict().oneOf([0, 1, 2]).required(),
        sum: roubles().moreThan(0).required(),
      }),
    )
    .min(1)
    .max(3)
    .required(),
  total: roubles().required(),
  internet: yup.boolean().strict().oneOf([true]).required(),
};

const isWhole = (one: { items?: { sum: number }[]; payments?: { sum: number }[]; total?: number }) => {
  const total = (rows: { sum: number }[] = []) =>
    rows.reduce((sum, row) => sum + Math.round(row.sum * 100), 0);
  return total(one.items) === Math.round((one.total ?? 0) * 100) && total(one.payments) === total(one.items);
};

/** Tags 1173 and 1178. */
const reason = closed({
  type: yup.string().strict().oneOf(['self']).required(),
  base_date: yup
    .string()
    .strict()
    .matches(/^\d\d\.\d\d\.\d{4}$/)
    .required(),
});

const root = {
  external_id: text(128).required(),
  timestamp: yup
    .string()
    .strict()
    .matches(/^\d\d\.\d\d\.\d{4} \d\d:\d\d:\d\d$/)
    .required(),
  service: closed({ callback_url: text(256).required() }).default(undefined),
};

const receipt = closed({
  ...root,
  receipt: closed(content).test('whole', 'sums differ', isWhole).required(),
});

const correction = closed({
  ...root,
  correction: closed({ ...content, correction_info: reason.required() })
    .test('whole', 'sums differ', isWhole)
    .required(),
});

/** What is wrong with a document of an operation; nothing for one of the published form. */
export function wrongIn(operation: string, body: unknown): string[] {
  const schema = operation.endsWith('correction') ? correction : receipt;
  try {
    schema.validateSync(body, { abortEarly: false });
    return [];
  } catch (error) {
    return error instanceof yup.ValidationError ? error.errors : [String(error)];
  }
}
