import { Check, X } from 'lucide-react';
import { useTranslation } from 'next-i18next/pages';
import type { ReactNode } from 'react';
import { type FieldValues, type UseFormReturn, useWatch } from 'react-hook-form';
import { Card } from '@/components/ui/card';
import { scopesOfRole } from '@/contract/accounts/roles/permissions';
import { staffScopes } from '@/contract/core/permissions';
import { useShopRoles } from './use-shop-roles';

/** Summarises before saving what the person will be able to do. */
export function ScopeSummary({ form }: { form: UseFormReturn<FieldValues> }) {
  const { t } = useTranslation('shops');
  const [value, roleId]: unknown[] = useWatch({ control: form.control, name: ['scopes', 'role_id'] });
  const role = useShopRoles().find(({ id }) => id === roleId);
  const scopes = role ? scopesOfRole(role.areas) : staffScopes.filter((scope) => isIn(value, scope));
  const words = scopes.map((scope) => t(`shops:staffs.scope.${scope}.can`));
  // A ready role has words of its own: it may only read what a scope changes.
  const given = role?.key
    ? t(`shops:staffs.role.can.${role.key}`, { defaultValue: words.join('\n') }).split('\n')
    : words;
  const withheld = role ? [] : staffScopes.filter((scope) => !scopes.includes(scope));
  const never = [role?.areas.finance ? 'payouts' : 'money', 'people', 'shop'];
  return (
    <Card>
      <div aria-live="polite" className="grid gap-4">
        <Part
          title={t('shops:staffs.summary.can')}
          icon={<Check className="mt-0.5 size-4 shrink-0 text-good" />}
          lines={given}
          none={t('shops:staffs.summary.nothing')}
        />
        <Part
          title={t('shops:staffs.summary.cannot')}
          icon={<X className="mt-0.5 size-4 shrink-0 text-ink-third" />}
          lines={[
            ...withheld.map((scope) => t(`shops:staffs.scope.${scope}.can`)),
            ...never.map((what) => t(`shops:staffs.summary.never.${what}`)),
          ]}
        />
      </div>
    </Card>
  );
}

const isIn = (value: unknown, scope: string) => Array.isArray(value) && value.includes(scope);

interface PartProps {
  title: string;
  icon: ReactNode;
  lines: readonly string[];
  none?: string;
}

function Part({ title, icon, lines, none }: PartProps) {
  return (
    <div>
      <h2 className="font-semibold">{title}</h2>
      {lines.length === 0 && <p className="mt-1.5 text-ink-second">{none}</p>}
      <ul className="mt-1.5 grid gap-1.5 empty:hidden">
        {lines.map((line) => (
          <li key={line} className="flex gap-2">
            {icon}
            <span className="min-w-0">{line}</span>
          </li>
        ))}
      </ul>
    </div>
  );
}
