import { useTranslation } from 'next-i18next/pages';
import { Card } from '@/components/ui/card';
import type { FamilyAccess } from './access';
import { VerdictMark } from './verdict-mark';

interface AccessTableProps<Column extends string> {
  title: string;
  text?: string;
  columns: readonly Column[];
  rows: readonly FamilyAccess<Column>[];
  /** Name of a column. */
  word: (column: Column) => string;
}

/** Families by what can be opened or done there; an empty cell is a screen that does not exist. */
export function AccessTable<Column extends string>(props: AccessTableProps<Column>) {
  const { title, text, columns, rows, word } = props;
  const { t } = useTranslation(['resources', 'form']);
  return (
    <Card {...{ title }} {...(text && { text })}>
      <div className="-mx-4 overflow-x-auto desk:-mx-5">
        <table className="w-full border-collapse text-start">
          <thead>
            <tr className="border-b border-line text-small text-ink-second">
              <th
                scope="col"
                className="sticky start-0 bg-surface px-4 py-2 text-start font-medium desk:px-5"
              >
                {t('form:people.explorer.family')}
              </th>
              {columns.map((column) => (
                <th key={column} scope="col" className="px-3 py-2 text-center font-medium whitespace-nowrap">
                  {word(column)}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map(({ family, cells }) => (
              <tr key={family} className="border-b border-line-faint last:border-b-0">
                <th
                  scope="row"
                  className="sticky start-0 min-w-40 bg-surface px-4 py-2 text-start font-medium desk:px-5"
                >
                  {t(`resources:${family}.title`)}
                </th>
                {columns.map((column) => {
                  const verdict = cells[column];
                  return (
                    <td key={column} className="px-3 py-2 text-center">
                      {verdict && <VerdictMark verdict={verdict} />}
                    </td>
                  );
                })}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </Card>
  );
}
