import { startLargeHouse, USER } from './lib/large-house.mjs';
const auth = `Basic ${Buffer.from(`${USER.username}:${USER.password}`).toString('base64')}`;
const h={authorization:auth,'content-type':'application/json'};
const house=await startLargeHouse(40); const {simulator,url}=house;
const sleep=ms=>new Promise(r=>setTimeout(r,ms));
try {
for (const iface of ['HmIP-RF','BidCos-RF']) for (const fault of ['dropCalls','halfOpen']) {
  await sleep(12000);
  const t0=Date.now(); const s=()=>((Date.now()-t0)/1000).toFixed(1);
  simulator.faults[fault](true, ...(fault==='dropCalls'?[iface]:[]));
  let told; const poll=(async()=>{while(Date.now()-t0<120000&&!told){const r=await fetch(url+'/api/v1/health',{headers:h});const j=await r.json();const c=j.components.find(c=>c.name===`ccu.home-${iface}`);if(c&&c.status!=='healthy'){told=s();console.log(fault,iface,'told',told,c.reason,c.note);}await sleep(250);}})();
  await sleep(500);
  const ch=iface==='HmIP-RF'?['00F1C0DE000001',1,'SET_POINT_TEMPERATURE',21.5]:['SIM0000001',1,'STATE',true];
  const put=async(name,path,body,method='PUT')=>{const a=Date.now();const r=await fetch(url+path,{method,headers:h,body:JSON.stringify(body),signal:AbortSignal.timeout(200000)}).catch(e=>({status:e.message,text:async()=>''}));console.log(fault,iface,name,r.status,((Date.now()-a)/1000).toFixed(1),(await r.text()).slice(0,250));};
  await Promise.all([put('value',`/api/v1/devices/${ch[0]}/channels/${ch[1]}/data-points/${ch[2]}/value`,{value:ch[3]}), put('value2',`/api/v1/devices/${ch[0]}/channels/${ch[1]}/data-points/${ch[2]}/value`,{value:ch[3]===true?false:22}), put('master',`/api/v1/devices/${ch[0]}/paramsets/MASTER`,{values:{}},'PUT'), poll]);
  simulator.faults.clear(); const c0=Date.now();
  for(;;){const r=await fetch(url+'/api/v1/interfaces',{headers:h});const j=await r.json();if(j.every(i=>i.connected))break;await sleep(500);} console.log('healed after',((Date.now()-c0)/1000).toFixed(1));
}
} finally { await house.close(); }
