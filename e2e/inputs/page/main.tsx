// The kit's inputs, and what opens beside a button, alone on a page for the browser tests beside it.
import '@maru/kit/web/theme/app.css';
import { NumberField } from '@maru/kit/web/inputs/amount-input.tsx';
import { PhoneField, RestrictedField } from '@maru/kit/web/inputs/restricted-field.tsx';
import { Select } from '@maru/kit/web/ui/choices.tsx';
import { Dialog, Menu, Popover, Tooltip } from '@maru/kit/web/ui/overlays.tsx';
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
      <Opening />
    </main>
  );
}

const coins = ['Aave', 'Bitcoin', 'Cardano', 'Dogecoin'];

/** A menu, a select, a popover with a select inside, and a select in a dialog; at the window's edge, where there is no room below. */
function Opening() {
  const [chosen, setChosen] = useState('none');
  const [coin, setCoin] = useState('Bitcoin');
  const [isAsking, setAsking] = useState(false);
  const select = <Select label="coin" value={coin} onChange={setCoin} options={coins.map((value) => ({ value, label: value }))} />;
  return (
    <div style={{ position: 'fixed', right: 0, bottom: 0, display: 'flex' }}>
      <Menu
        trigger={<button type="button">menu</button>}
        items={coins.map((key) => ({ key, label: key, onChoose: () => setChosen(key) }))}
      />
      <Popover trigger={<button type="button">panel</button>}>{select}</Popover>
      <Tooltip words="said on focus">
        <button type="button" onClick={() => setAsking(true)}>
          ask
        </button>
      </Tooltip>
      <Dialog isOpen={isAsking} onClose={() => setAsking(false)} title="dialog">
        {select}
      </Dialog>
      <p data-testid="chosen">{`${chosen} ${coin}`}</p>
    </div>
  );
}

createRoot(document.getElementById('root')!).render(<Page />);
