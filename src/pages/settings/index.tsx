import dynamic from 'next/dynamic';
import { definePage } from '@/shell/define-page';

const GeneralSettings = dynamic(() =>
  import('@/features/settings/general-settings').then((module) => module.GeneralSettings),
);

export default definePage(GeneralSettings, { titleKey: 'settings:settings.title' });
