import { useMutation } from '@tanstack/react-query';
import { Download } from 'lucide-react';
import { useRouter } from 'next/router';
import { useState } from 'react';
import { Checkbox } from '@/components/inputs/checkbox';
import { ChoiceField } from '@/components/inputs/choice-field';
import { ErrorBanner } from '@/components/page/error-banner';
import { Button } from '@/components/ui/button';
import { products } from '@/contract/catalogue/products';
import { exportFields, type ImportField } from '@/contract/catalogue/products/imports';
import { readState, toListQuery } from '@/crud/list/list-state';
import { toClientError } from '@/lib/api/errors';
import { download } from '@/lib/api/files';
import { useImportWords } from './use-import';

export function ExportTab({ shopId }: { shopId: number }) {
  const { text, language, requestError } = useImportWords();
  const filters = useFilters();
  const [what, setWhat] = useState(filters ? 'filtered' : 'all');
  const [format, setFormat] = useState('csv');
  const [columns, setColumns] = useState<readonly ImportField[]>(exportFields);
  const save = useMutation({
    meta: { silent: true },
    mutationFn: () =>
      download(
        'product-exports',
        {
          ...(what === 'filtered' && filters),
          shop_id: shopId,
          format,
          language,
          columns: exportFields.filter((name) => columns.includes(name)).join(','),
        },
        `products-${shopId}.${format}`,
      ),
  });
  const hasKey = columns.includes('sku') || columns.includes('slug');

  return (
    <div>
      {save.error && (
        <div className="mb-3">
          <ErrorBanner text={requestError(toClientError(save.error))} onClose={() => save.reset()} />
        </div>
      )}
      <ExportChoices
        hasFilters={filters !== undefined}
        what={what}
        format={format}
        onWhat={setWhat}
        onFormat={setFormat}
      />
      <ExportColumns columns={columns} onChange={setColumns} />
      <p aria-live="polite" className={`mt-3 text-small ${hasKey ? 'text-ink-second' : 'text-warn'}`}>
        {text(hasKey ? 'export-hint' : 'export-key')}
      </p>
      <div className="mt-5 flex justify-end">
        <Button
          variant="primary"
          icon={<Download aria-hidden="true" className="size-4" />}
          disabled={columns.length === 0}
          isLoading={save.isPending}
          onClick={() => save.mutate()}
        >
          {text('download')}
        </Button>
      </div>
    </div>
  );
}

interface ExportChoicesProps {
  hasFilters: boolean;
  what: string;
  format: string;
  onWhat: (what: string) => void;
  onFormat: (format: string) => void;
}

function ExportChoices({ hasFilters, what, format, onWhat, onFormat }: ExportChoicesProps) {
  const { text } = useImportWords();
  return (
    <div className="grid grid-cols-2 gap-4 phone:grid-cols-1">
      <ChoiceField
        id="export-what"
        label={text('export-what')}
        hint={hasFilters ? undefined : text('export-filtered-none')}
        value={what}
        values={hasFilters ? ['filtered', 'all'] : ['all']}
        word={(value) => text(`export-${value}`)}
        onChange={onWhat}
      />
      <ChoiceField
        id="export-format"
        label={text('export-format')}
        value={format}
        values={['csv', 'xlsx']}
        word={(value) => value.toUpperCase()}
        onChange={onFormat}
      />
    </div>
  );
}

/** Filters of the list behind the dialog; undefined when there are none. */
function useFilters(): Record<string, unknown> | undefined {
  const state = readState(products, useRouter().query);
  if (state.search === '' && Object.values(state.filters).every((value) => !value)) return undefined;
  // Page, order and language of the list do not affect the export.
  const isOfRows = ([key]: [string, unknown]) =>
    !['page', 'limit', 'orderBy', 'sortedBy', 'language'].includes(key);
  return Object.fromEntries(Object.entries(toListQuery(products, state, {}, '')).filter(isOfRows));
}

interface ExportColumnsProps {
  columns: readonly ImportField[];
  onChange: (columns: readonly ImportField[]) => void;
}

/** Columns needed to edit prices and quantities in a spreadsheet. */
const basic: readonly ImportField[] = [
  ...(['sku', 'slug', 'name', 'price'] as const),
  ...(['sale_price', 'quantity', 'parent', 'options'] as const),
];

function ExportColumns({ columns, onChange }: ExportColumnsProps) {
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
        <Button size="small" variant="ghost" onClick={() => onChange(exportFields)}>
          {text('export-every')}
        </Button>
        <Button size="small" variant="ghost" onClick={() => onChange(basic)}>
          {text('export-basic')}
        </Button>
      </div>
      <div className="mt-1 grid max-h-64 grid-cols-3 gap-x-4 overflow-auto rounded-card border border-line px-3 py-2 phone:max-h-none phone:grid-cols-1">
        {exportFields.map((name) => (
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
