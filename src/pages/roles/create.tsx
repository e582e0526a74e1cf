import dynamic from 'next/dynamic';
import { definePage } from '@/shell/define-page';

const NewRole = dynamic(() => import('@/shell/menu/role-form').then((module) => module.NewRole));

export default definePage(NewRole, { titleKey: 'common:text-roles', texts: ['accounts', 'form'] });
