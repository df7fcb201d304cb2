package read

import (
	"encoding/json"
	"fmt"
	"testing"
)

func streamed(lines string) string {
	quoted, _ := json.Marshal(lines)
	return code(`window.__reactRouterContext = {"basename":"/","isSpaMode":false};window.__reactRouterContext.stream = new ReadableStream({start(controller){window.__reactRouterContext.streamController = controller;}})`) +
		code(`window.__reactRouterContext.streamController.enqueue(`+string(quoted)+`);`) + code(`window.__reactRouterContext.streamController.close();`)
}

// TestStreamsOfValuesAreRead: names and values by their numbers, each placed where it
// stands in the list.
func TestStreamsOfValuesAreRead(t *testing.T) {
	for _, tt := range []struct{ name, lines, want, leftOut string }{
		{"a product", `[{"_1":2,"_9":-5},"loaderData",{"_3":4},"routes/p",{"_5":6,"_7":8},"name","Kettle","price",41.9,"actionData"]` + "\n", " name/6=Kettle price/8=41.9\n", "map[]"},
		{"kinds of values", `[{"_1":2,"_3":4,"_5":6,"_7":8,"_9":10,"_11":12,"_13":-7,"_15":16,"_17":18},"name","x","price","1.5","on",["D",1767312000000],"url",["U","https://a.test/"],"big",["B","12"],"set",["S",2,4],"none",0,"later",["P",16],"own",["N",{"_1":4}]]`, " name/2=x price/4=1.5 on/6=2026-01-02T00:00:00.000Z url/8/1=https://a.test/ big/10/1=12 set/2=x set/4=1.5 name/4=1.5\n", "map[]"},
		{"an answer to a promise", `[{"_1":2,"_3":4},"name","x","price","1"]` + "\nP7:[5]\n", " name/2=x price/4=1\n", "map[hydration_states:1]"},
		{"a text that begins another way", `x`, "", "map[hydration_states:1]"},
		{"a list that breaks", `[{"_1":`, "", "map[hydration_states:1]"},
		{"names that are none", `[{"a":1,"_99":2,"_-1":2,"_2":1,"_1":3,"_4":5},"name",2,"x","price","1"]`, " name/3=x price/5=1\n", "map[]"},
		{"what holds itself", `[{"_1":2,"_3":4,"_5":0,"_6":7},"name","x","price","1","self","all",[0,2]]`, " name/2=x price/4=1 all/2=x\n", "map[]"},
		{"a date that is none", `[{"_1":2,"_3":4,"_5":6},"name","x","price","1","on",["D","invalid"]]`, " name/2=x price/4=1\n", "map[]"},
	} {
		r := hydrated(t, streamed(tt.lines))
		if got, left := told(r.Records), fmt.Sprint(r.LeftOut); got != tt.want || left != tt.leftOut {
			t.Errorf("%s: %q, want %q; left out %s", tt.name, got, tt.want, left)
		}
	}
	if r := hydrated(t, streamed(`[{"_1":2,"_3":4},"name","x","price","1"]`)); r.Records[0].Where != "/html/head/script[2]#/0" {
		t.Errorf("it stands at %s", r.Records[0].Where)
	}
	if r := hydrated(t, code(`window.__remixContext.streamController.enqueue("[{\"_1\":2,\"_3\":4},\"name\",\"x\",\"price\",\"1\"]\n");`)); len(r.Records) != 1 {
		t.Errorf("Remix: %q", told(r.Records))
	}
	for _, call := range []string{`enqueue(chunk)`, `close()`, `enqueue()`} {
		if r := hydrated(t, code(`window.__remixContext.streamController.`+call)); len(r.LeftOut) > 0 || len(r.Records) > 0 {
			t.Errorf("%s: left out %v", call, r.LeftOut)
		}
	}
}

// TestDataOfSvelteKitIsRead: as an argument or named by one, with its pointer in it.
func TestDataOfSvelteKitIsRead(t *testing.T) {
	page := func(before, data string) string {
		return code(`{ __sveltekit_1a2b3c = { base: new URL(".", location).pathname.slice(0, -1), env: {} };
			const element = document.currentScript.parentElement; ` + before + `
			Promise.all([ import("./_app/immutable/entry/start.x.js"), import("./_app/immutable/entry/app.y.js") ]).then(([kit, app]) => {
				kit.start(app, element, { node_ids: [0, 2], ` + data + `, form: null, error: null });
			}); __sveltekit_1a2b3c.more }`)
	}
	const data = `[null,{type:"data",data:{product:{name:"Kettle",price:41.9}},uses:{}}]`
	const want = " name/data/1/data/product/name=Kettle price/data/1/data/product/price=41.9\n"
	for _, tt := range []struct{ name, body, want, leftOut string }{
		{"an argument", page("", "data: "+data), want, "map[]"},
		{"named", page("const data = "+data+";", "data"), want, "map[]"},
		{"JSON as it stands", page("", `data: [{"type":"data","data":{"product":{"name":"Kettle","price":41.9}}}]`), " name/data/0/data/product/name=Kettle price/data/0/data/product/price=41.9\n", "map[]"},
		{"nothing", page("", "data: [null,null]"), "", "map[]"},
		{"a date, which is made by running it", page("", `data: [{type:"data",data:{product:{name:"Kettle",price:41.9,on:new Date(1)}}}]`), "", "map[hydration_states:1]"},
		{"a promise", page("", "data: [{data:{a:__sveltekit_1a2b3c.defer(1)}}]"), "", "map[hydration_states:1]"},
		{"a function", page("", "data: (function(a){return [a]}(1))"), "", "map[hydration_states:1]"},
		{"a name that is set nowhere", page("", "data"), "", "map[hydration_states:1]"},
		{"no data", code(`__sveltekit_x = {}; kit.start(app, element)`), "", "map[]"},
		{"no call", code(`__sveltekit_x = {base: f()}`), "", "map[]"},
	} {
		r := hydrated(t, tt.body)
		if got, left := told(r.Records), fmt.Sprint(r.LeftOut); got != tt.want || left != tt.leftOut {
			t.Errorf("%s: %q, want %q; left out %s", tt.name, got, tt.want, left)
		}
	}
}

// TestOtherNamesOfStates that frameworks and servers agree on.
func TestOtherNamesOfStates(t *testing.T) {
	for _, set := range []string{
		`window.__REACT_QUERY_STATE__ = `, `window.__SERVER_DATA__=`, `window.__data=`, `window.__staticRouterHydrationData = `, `window.__reactRouterContext = `, `window.__remixContext = `,
	} {
		if got := told(hydrated(t, code(set+`{"p":{"name":"x","price":"1"}};`)).Records); got != " name/p/name=x price/p/price=1\n" {
			t.Errorf("%s: %q", set, got)
		}
	}
	for _, set := range []string{`this.__data=`, `__data=`, `window.__data2=`, `x.window__data=`, `window.App=`} {
		if r := hydrated(t, code(set+`{"p":{"name":"x","price":"1"}};`)); len(r.Records) > 0 || len(r.LeftOut) > 0 {
			t.Errorf("%s: %q, left out %v", set, told(r.Records), r.LeftOut)
		}
	}
}
