import { type ImportField, importFields } from '@/contract/catalogue/products/imports';
import type { ParsedRow, RowErrors } from './cells';
import type { ImportRow, ImportRun, Outcome } from './import-run';
import { usualSides } from './numbers/dimensions';
import { withoutField } from './read-row';

/** Fields that say which record a row is: without them it is another one, so they cost the row. */
const keys: readonly ImportField[] = ['sku', 'slug', 'parent', 'options', 'product_type'];

interface PlannedRow {
  row: ImportRow;
  read: ParsedRow;
}

/**
 * The outcome of a row; where the person chose so, one that is refused for its cells is planned again without them
 * (rules/catalogue: a refused cell does not cost its row). A row that cannot do without them stays refused.
 */
export function leaveRefused(
  run: Pick<ImportRun, 'mapping' | 'options' | 'characteristics'>,
  given: PlannedRow,
  plan: (given: PlannedRow) => Outcome,
): Outcome {
  const outcome = plan(given);
  if (run.options.refused === 'row') return outcome;
  let last = outcome;
  let rest = given;
  const left: RowErrors = {};
  // Each turn leaves out at least one field more.
  for (let turn = 0; last.kind === 'bad' && turn < importFields.length; turn += 1) {
    const { errors } = last;
    const columns = [...run.characteristics.keys()].filter((column) => String(column) in errors);
    const ofFields = Object.fromEntries(
      Object.entries(errors).filter(([key]) => !columns.includes(Number(key))),
    );
    const fields = refusedFields(run, given.row, ofFields);
    if (!fields || (columns.length === 0 && fields.every((field) => isOut(rest, field)))) return outcome;
    Object.assign(left, errors);
    rest = fields.reduce(without, { ...rest, read: { ...rest.read, errors: {} } });
    last = plan(rest);
  }
  if (last.kind === 'bad') return outcome;
  return { ...last, warnings: { ...last.warnings, ...left } };
}

/** The fields of refused cells, and those that mean nothing without them; undefined where the row must be refused. */
function refusedFields(
  { mapping }: Pick<ImportRun, 'mapping'>,
  { cells }: ImportRow,
  errors: RowErrors,
): ImportField[] | undefined {
  const byColumn = new Map([...mapping].map(([field, column]) => [String(column), field]));
  const fields: ImportField[] = [];
  for (const key of Object.keys(errors)) {
    const field = byColumn.get(key) ?? importFields.find((one) => one === key);
    if (!field || keys.includes(field)) return undefined;
    fields.push(field);
    // In another currency neither is a price; a row without a price of its own has that of its discounted one.
    if (field === 'currency') fields.push('price', 'sale_price');
    const isBorrowed = field === 'sale_price' && (cells[mapping.get('price') ?? -1] ?? '').trim() === '';
    if (isBorrowed) fields.push('price');
    if (field === 'dimensions') fields.push(...usualSides);
  }
  return fields;
}

const isOut = ({ row }: PlannedRow, field: ImportField) => row.texts[field] === undefined;

function without({ row, read }: PlannedRow, field: ImportField): PlannedRow {
  const { [field]: _text, ...texts } = row.texts;
  return { row: { ...row, texts }, read: { ...read, values: withoutField(read.values, field) } };
}
