/**
 * Script of the live page: it continues from the event number of the page, writes values as they change, and shows the
 * state of the connection. It needs nothing but its page.
 */
export const LIVE_SCRIPT = `
(function(){
'use strict';
var data=JSON.parse(document.getElementById('data').textContent),texts=data.texts;
var pill=document.getElementById('pill'),since=data.seq,wait=500,rows={};
document.querySelectorAll('tr[data-key]').forEach(function(row){rows[row.dataset.key]=row;show(row,Date.parse(row.dataset.at))});
function say(text,state){pill.textContent=text;pill.className='pill '+state}
function age(at){
  if(!at)return'';
  var s=Math.max(0,Math.round((Date.now()-at)/1000)),f=new Intl.RelativeTimeFormat(document.documentElement.lang,{numeric:'auto',style:'short'});
  return s<60?f.format(-s,'second'):s<3600?f.format(-Math.floor(s/60),'minute'):s<86400?f.format(-Math.floor(s/3600),'hour'):f.format(-Math.floor(s/86400),'day');
}
function show(row,at){row.at=at;row.lastElementChild.textContent=age(at)}
setInterval(function(){for(var key in rows)if(rows[key].at)show(rows[key],rows[key].at)},5000);
function text(row,payload){
  var value=payload.display_value===undefined?payload.value:payload.display_value;
  if(value===null||value===undefined)return '—';
  var list=row.dataset.list?JSON.parse(row.dataset.list):null;
  if(list&&typeof value==='number'&&list[value]!==undefined)return list[value];
  if(typeof value==='boolean')return value?texts.on:texts.off;
  if(typeof value==='number')value=value.toLocaleString(document.documentElement.lang,{maximumFractionDigits:2});
  return String(value)+(row.dataset.unit?' '+row.dataset.unit:'');
}
function event(frame){
  since=frame.seq;
  var p=frame.payload;
  if(frame.type!=='datapoint.value_changed')return;
  var row=rows[[p.central,p.device_address,p.channel,p.parameter].join('|')];
  if(!row)return;
  row.children[1].textContent=text(row,p);
  show(row,Date.parse(p.modified_at)||Date.now());
  row.classList.add('fresh');
  clearTimeout(row.fade);
  row.fade=setTimeout(function(){row.classList.remove('fresh')},1500);
}
function open(){
  var url=new URL('api/v1/events',document.baseURI);
  url.protocol=url.protocol==='https:'?'wss:':'ws:';
  var socket=new WebSocket(url),admitted=false;
  say(texts.connecting,'');
  socket.onopen=function(){admitted=true;socket.send(JSON.stringify({op:'subscribe',topics:['device.*'],since:since}))};
  socket.onmessage=function(message){
    var frame=JSON.parse(message.data);
    if(frame.op==='ping'){
      socket.send(JSON.stringify({op:'pong',echo:frame.echo}));
      if(frame.rtt_ms!==undefined)say(texts.live+' '+Math.max(1,Math.round(frame.rtt_ms))+' ms','live');
    }else if(frame.op==='subscribed'){wait=500;say(texts.live,'live')}
    else if(frame.op==='replay_lost'||frame.op==='lagged')location.reload();
    else if(frame.op===undefined)event(frame);
  };
  socket.onclose=function(closed){
    if(closed.code===4401||closed.code===4403){location.reload();return}
    say(texts.offline,'off');
    setTimeout(admitted?open:ask,wait*(0.5+Math.random()));
    wait=Math.min(wait*2,30000);
  };
}
function ask(){
  fetch('api/v1/auth/me',{headers:{'X-Requested-With':'page'}}).then(function(answer){
    if(answer.status===401)location.reload();
    else if(answer.ok)detour();
    else open();
  },open);
}
function detour(){
  var source=new EventSource(new URL('api/v1/events/stream?topics=device.*&since='+since,document.baseURI));
  source.onopen=function(){wait=500;say(texts.blocked,'live')};
  source.onmessage=function(message){event(JSON.parse(message.data))};
  source.addEventListener('control',function(message){if(/^(replay_lost|lagged)$/.test(JSON.parse(message.data).op))location.reload()});
  source.onerror=function(){source.close();say(texts.offline,'off');setTimeout(open,wait);wait=Math.min(wait*2,30000)};
}
open();
})();
`;
