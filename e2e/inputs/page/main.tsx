// The kit's inputs alone on a page, for the browser test beside it.
import '@maru/kit/web/theme/app.css';
import { NumberField } from '@maru/kit/web/inputs/amount-input.tsx';
import { PhoneField, RestrictedField } from '@maru/kit/web/inputs/restricted-field.tsx';
import { useState } from 'react';
import { createRoot } from 'react-dom/client';

function Page() {
  const [stake, setStake] = useState('');
  const [price, setPrice] = useState('98214.6');
  const [clamped, setClamped] = useState('');
  const [name, setName] = useState('');
  const [plain, setPlain] = useState('');
  const [phone, setPhone] = useState('');
  return (
    <main>
      <NumberField label="stake" value={stake} onChange={setStake} rules={{ min: '10', max: '1000000' }} onClamp={setClamped} />
      <NumberField label="price" value={price} onChange={setPrice} rules={{ decimals: 1, max: '999999' }} step="0.1" unit="USDT" />
      <RestrictedField label="username" set="username" value={name} onChange={setName} />
      <RestrictedField label="no special" set="noSpecial" value={plain} onChange={setPlain} />
      <PhoneField label="phone" value={phone} onChange={setPhone} />
      <output>{JSON.stringify({ stake, price, clamped, name, plain, phone })}</output>
      <button type="button" onClick={() => setPrice('61800.2')}>
        from outside
      </button>
    </main>
  );
}

createRoot(document.getElementById('root')!).render(<Page />);
