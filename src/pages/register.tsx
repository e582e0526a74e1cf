import '@/shell/page-titles';
import dynamic from 'next/dynamic';

const RegisterForm = dynamic(() =>
  import('@/features/accounts/auth/register-form').then((module) => module.RegisterForm),
);

export default function RegisterPage() {
  return <RegisterForm />;
}

RegisterPage.titleKey = 'common:admin-register-title';
