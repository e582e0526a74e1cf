import dynamic from 'next/dynamic';
import { definePage } from '@/shell/define-page';

const Roles = dynamic(() =>
  import('@/features/accounts/roles/roles-page').then((module) => module.RolesPage),
);

export default definePage(Roles, { titleKey: 'common:text-roles', texts: ['accounts'] });
