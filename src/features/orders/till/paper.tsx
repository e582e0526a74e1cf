import type { ReactNode } from 'react';
import { Portal } from '@/components/ui/portal';
import { useMoney } from '@/state/use-money';

/** A page for an 80 mm printer; not visible on the screen. */
export function Paper({ id, children }: { id: string; children: ReactNode }) {
  return (
    <Portal>
      <style>
        {
          '@media print { @page { size: 80mm auto; margin: 4mm } body { background: #fff } body > svg, #__next { display: none } }'
        }
      </style>
      <section
        aria-hidden="true"
        data-testid={id}
        className="hidden w-[72mm] bg-white text-[12px] leading-4 text-black print:block"
      >
        {children}
      </section>
    </Portal>
  );
}

/** Label and amount. */
export function PaperRow({ label, sum }: { label: string; sum: number }) {
  const money = useMoney();
  return (
    <span className="flex justify-between gap-2">
      <span>{label}</span>
      <span className="whitespace-nowrap">{sum < 0 ? `−${money(-sum)}` : money(sum)}</span>
    </span>
  );
}
