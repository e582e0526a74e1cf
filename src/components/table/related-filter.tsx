import { Check } from 'lucide-react';
import { useTranslation } from 'next-i18next/pages';
import { useState } from 'react';
import { Input } from '@/components/inputs/input';
import { menuItemClass } from '@/components/ui/menu-item-style';
import type { Relation } from '@/contract/core/define';
import { useRecordName, useRelationRows } from '@/lib/api/relation-rows';
import { useDebouncedValue } from '@/lib/hooks/use-debounced-value';
import { FilterChip } from './filter-chip';

interface RelatedFilterProps {
  label: string;
  clearLabel: string;
  relation: Relation;
  /** Filter by id instead of slug. */
  byId: boolean;
  value: string | undefined;
  onChange: (value: string | undefined) => void;
}

/** A filter by a record of another family, searched by name. */
export function RelatedFilter({ label, clearLabel, relation, byId, value, onChange }: RelatedFilterProps) {
  const name = useRecordName(relation, value);
  return (
    <FilterChip
      label={label}
      clearLabel={clearLabel}
      options={value === undefined ? [] : [{ value, label: name ?? value }]}
      value={value}
      onChange={onChange}
    >
      {(close) => (
        <Choices
          label={label}
          relation={relation}
          byId={byId}
          value={value}
          onPick={(picked) => {
            onChange(picked);
            close();
          }}
        />
      )}
    </FilterChip>
  );
}

interface ChoicesProps extends Pick<RelatedFilterProps, 'label' | 'relation' | 'byId' | 'value'> {
  onPick: (value: string) => void;
}

function Choices({ label, relation, byId, value, onPick }: ChoicesProps) {
  const { t } = useTranslation('form');
  const [text, setText] = useState('');
  const found = useRelationRows(relation, useDebouncedValue(text));
  const rows = found.data?.rows ?? [];
  return (
    <div className="w-64 max-w-full">
      <Input
        aria-label={`${t('form:relation.find')}: ${label}`}
        autoComplete="off"
        placeholder={t('form:relation.find')}
        value={text}
        onChange={(event) => setText(event.target.value)}
      />
      <div className="mt-1.5" aria-live="polite">
        {rows.map((row) => {
          const key = String((byId ? undefined : row.slug) ?? row.id);
          return (
            <button
              key={key}
              type="button"
              aria-pressed={key === value}
              className={menuItemClass}
              onClick={() => onPick(key)}
            >
              <span className="min-w-0 flex-1 break-words">{String(row[relation.labelKey ?? 'name'])}</span>
              {key === value && <Check className="size-4" />}
            </button>
          );
        })}
        {rows.length === 0 && (
          <p className="px-2.5 py-1.5 text-ink-second">
            {t(found.isFetching ? 'form:relation.loading' : 'form:relation.nothing')}
          </p>
        )}
      </div>
    </div>
  );
}
