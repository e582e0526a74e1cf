import dynamic from 'next/dynamic';
import { definePage } from '@/shell/define-page';

const StoredRole = dynamic(() => import('@/shell/menu/role-form').then((module) => module.StoredRole));

export default definePage(StoredRole, { titleKey: 'common:text-roles', texts: ['accounts', 'form'] });
