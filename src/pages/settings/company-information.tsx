import dynamic from 'next/dynamic';
import { definePage } from '@/shell/define-page';

const CompanySettings = dynamic(() =>
  import('@/features/settings/company-settings').then((module) => module.CompanySettings),
);

export default definePage(CompanySettings, { titleKey: 'common:text-company-settings' });
