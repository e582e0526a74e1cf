import { MessageSquareText } from 'lucide-react';
import dynamic from 'next/dynamic';
import { useTranslation } from 'next-i18next/pages';
import { Popover } from '@/components/ui/popover';
import type { Placeholder } from '@/contract/messaging/reply-templates/placeholders';
import { part } from '@/lib/part';
import { fillTemplate, useMayUseTemplates } from '@/lib/reply-templates';

const TemplateList = part(dynamic(() => import('./template-list').then((module) => module.TemplateList)));

interface ReplyTemplatesProps {
  /** Shop whose templates are offered; null for the marketplace's. */
  shop: { id: number; slug: string | null } | null;
  /** What is known of the one who is answered. */
  values: Partial<Record<Placeholder, string>>;
  onPick: (text: string) => void;
}

/** A button that offers reply templates; what they say in braces is filled in where it is known. */
export function ReplyTemplates({ shop, values, onPick }: ReplyTemplatesProps) {
  const { t } = useTranslation('common');
  const isOffered = useMayUseTemplates();
  if (!isOffered) return null;
  return (
    <Popover
      label={t('common:templates.button')}
      variant="ghost"
      isSquare
      content={<MessageSquareText aria-hidden="true" className="size-4.5" />}
    >
      {(close) => (
        <TemplateList
          shop={shop}
          onPick={(text) => {
            close();
            onPick(fillTemplate(text, values));
          }}
        />
      )}
    </Popover>
  );
}
