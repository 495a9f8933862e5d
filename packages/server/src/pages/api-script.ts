/**
 * Script of the API page: it draws the OpenAPI document of this gateway, calls operations with the current session, and
 * prints each call for the shell and for programs.
 */
export const API_SCRIPT = `
(function(){
'use strict';
var data=JSON.parse(document.getElementById('data').textContent),texts=data.texts,list=document.getElementById('operations');
var base=new URL('api/v1',document.baseURI).href;
function el(name,properties,children){
  var node=Object.assign(document.createElement(name),properties);
  (children||[]).forEach(function(child){if(child)node.append(child)});
  return node;
}
function resolve(doc,schema){return schema&&schema.$ref?resolve(doc,doc.components.schemas[schema.$ref.split('/').pop()]):schema}
function example(doc,schema,depth){
  schema=resolve(doc,schema)||{};
  if(depth>4)return null;
  if(schema.examples)return schema.examples[0];
  if('default'in schema)return schema.default;
  if(schema.const!==undefined)return schema.const;
  if(schema.enum)return schema.enum[0];
  if(schema.anyOf||schema.oneOf)return example(doc,(schema.anyOf||schema.oneOf)[0],depth+1);
  if(schema.type==='object'||schema.properties){
    var value={};
    Object.keys(schema.properties||{}).forEach(function(name){
      if(depth===0||(schema.required||[]).includes(name))value[name]=example(doc,schema.properties[name],depth+1);
    });
    return value;
  }
  if(schema.type==='array')return[example(doc,schema.items,depth+1)];
  return schema.type==='string'?'':schema.type==='boolean'?true:schema.type==='integer'||schema.type==='number'?0:null;
}
function quote(text){return"'"+text.replaceAll("'","'\\\\''")+"'"}
function draw(doc,path,method,operation){
  var inputs=(operation.parameters||[]).map(function(parameter){
    var values=parameter.schema&&parameter.schema.enum;
    var input=values?el('select',{},[el('option',{value:'',textContent:''})].concat(values.map(function(value){return el('option',{value:value,textContent:value})}))):el('input',{type:'text'});
    input.id=operation.operationId+'-'+parameter.name;
    input.required=parameter.required;
    return{parameter:parameter,input:input};
  });
  var content=operation.requestBody&&operation.requestBody.content['application/json'];
  var body=content?el('textarea',{rows:6,spellcheck:false,value:JSON.stringify(example(doc,content.schema,0),null,2)}):null;
  if(body)body.setAttribute('aria-label',texts.body);
  var calls=el('pre'),answer=el('pre'),send=el('button',{type:'submit',textContent:texts.send});
  answer.setAttribute('aria-live','polite');
  function call(){
    var target=path,query=new URLSearchParams(),headers={};
    inputs.forEach(function(each){
      var value=each.input.value,name=each.parameter.name;
      if(each.parameter.in==='path')target=target.replace('{'+name+'}',encodeURIComponent(value));
      else if(value==='')return;
      else if(each.parameter.in==='query')query.append(name,value);
      else headers[name]=value;
    });
    if(body)headers['Content-Type']='application/json';
    return{url:base+target+(query.size?'?'+query:''),headers:headers,body:body?body.value:undefined};
  }
  function show(){
    var made=call(),verb=method.toUpperCase(),token=operation['x-access']==='public'?'':"-H 'Authorization: Bearer '\\"$TOKEN\\" ";
    var shell='curl -X '+verb+' '+token+Object.keys(made.headers).map(function(name){return'-H '+quote(name+': '+made.headers[name])+' '}).join('')+(made.body?'-d '+quote(made.body)+' ':'')+quote(made.url);
    var headers=Object.assign({},token?{Authorization:'Bearer TOKEN'}:{},made.headers);
    var program='const answer = await fetch('+JSON.stringify(made.url)+', '+JSON.stringify({method:verb,headers:headers,body:made.body},null,2)+');';
    calls.textContent=shell+'\\n\\n'+program;
  }
  var form=el('form',{},inputs.map(function(each){
    var label=el('label',{htmlFor:each.input.id,textContent:each.parameter.name+(each.parameter.required?' *':'')});
    return el('p',{},[label,each.input,each.parameter.description?el('small',{textContent:each.parameter.description}):null]);
  }).concat([body,send,calls,answer]));
  form.addEventListener('input',show);
  form.addEventListener('submit',function(event){
    event.preventDefault();
    var made=call(),headers=Object.assign({'X-Requested-With':'page'},made.headers);
    if(data.csrf&&method!=='get')headers['X-CSRF-Token']=data.csrf;
    var begun=performance.now();
    answer.textContent='…';
    var stop=new AbortController();
    fetch(made.url,{method:method.toUpperCase(),headers:headers,body:made.body,signal:stop.signal}).then(function(response){
      var line=response.status+' '+response.statusText+' · '+Math.round(performance.now()-begun)+' ms · '+(response.headers.get('content-type')||'');
      if((response.headers.get('content-type')||'').startsWith('text/event-stream')){answer.textContent=line;stop.abort();return}
      return response.text().then(function(text){
        try{text=JSON.stringify(JSON.parse(text),null,2)}catch(_){}
        answer.textContent=line+'\\n'+text.slice(0,200000);
      });
    }).catch(function(error){answer.textContent=String(error)});
  });
  var summary=el('summary',{},[el('b',{textContent:method.toUpperCase()}),' ',el('code',{textContent:path}),' ',el('span',{textContent:operation.summary}),' ',el('small',{className:'pill',textContent:operation['x-access']})]);
  var details=el('details',{className:'card operation',id:operation.operationId},[summary,el('p',{className:'hint',textContent:operation.description||''}),form]);
  details.dataset.search=(method+' '+path+' '+operation.summary+' '+operation.operationId).toLowerCase();
  details.addEventListener('toggle',show,{once:true});
  return details;
}
fetch('api/v1/openapi.json').then(function(response){return response.json()}).then(function(doc){
  var tags={};
  Object.keys(doc.paths).forEach(function(path){
    Object.keys(doc.paths[path]).forEach(function(method){
      var operation=doc.paths[path][method],tag=operation.tags[0];
      (tags[tag]=tags[tag]||[]).push(draw(doc,path,method,operation));
    });
  });
  list.replaceChildren.apply(list,Object.keys(tags).sort().map(function(tag){
    return el('section',{},[el('h2',{textContent:tag})].concat(tags[tag]));
  }));
  if(location.hash){var wanted=document.getElementById(location.hash.slice(1));if(wanted){wanted.open=true;wanted.scrollIntoView()}}
});
document.getElementById('search').addEventListener('input',function(event){
  var words=event.target.value.toLowerCase().split(' ');
  list.querySelectorAll('details').forEach(function(details){
    details.hidden=!words.every(function(word){return details.dataset.search.includes(word)});
  });
});
})();
`;
