import { useTranslation } from 'next-i18next/pages';
import { FaqList } from '@/components/domain/faq-list';
import { familyPaths } from '@/contract/core/define';
import { faqs } from '@/contract/settings/faqs';
import { useLatestFaqs } from '@/lib/api/dashboard';

export function LatestFaqs() {
  const { i18n } = useTranslation();
  return <FaqList query={useLatestFaqs({}, i18n.language)} paths={familyPaths(faqs)} />;
}
