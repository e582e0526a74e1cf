import { Checkbox } from '@/components/inputs/checkbox';
import { Button } from '@/components/ui/button';
import { type ImportField, importFields } from '@/contract/catalogue/products/imports';
import { useImportWords } from './use-import-words';

interface ExportColumnsProps {
  columns: readonly ImportField[];
  onChange: (columns: readonly ImportField[]) => void;
}

/** Enough to change prices and quantities in a spreadsheet. */
const basic: readonly ImportField[] = [
  ...(['sku', 'slug', 'name', 'price'] as const),
  ...(['sale_price', 'quantity', 'parent', 'options'] as const),
];

/** Which columns the file gets. */
export function ExportColumns({ columns, onChange }: ExportColumnsProps) {
  const { text, field } = useImportWords();
  const toggle = (name: ImportField) =>
    onChange(columns.includes(name) ? columns.filter((one) => one !== name) : [...columns, name]);
  return (
    <fieldset className="mt-4">
      <legend className="sr-only">{text('export-columns')}</legend>
      <div className="flex flex-wrap items-center gap-2">
        <span aria-hidden="true" className="me-auto font-medium">
          {text('export-columns')}
        </span>
        <Button size="small" variant="ghost" onClick={() => onChange(importFields)}>
          {text('export-every')}
        </Button>
        <Button size="small" variant="ghost" onClick={() => onChange(basic)}>
          {text('export-basic')}
        </Button>
      </div>
      <div className="mt-1 grid max-h-64 grid-cols-3 gap-x-4 overflow-auto rounded-card border border-line px-3 py-2 phone:max-h-none phone:grid-cols-1">
        {importFields.map((name) => (
          <Checkbox
            key={name}
            label={field(name)}
            checked={columns.includes(name)}
            onChange={() => toggle(name)}
          />
        ))}
      </div>
    </fieldset>
  );
}
